package dev.weir.kernels.vector.internal.pool;

import dev.weir.kernels.vector.internal.convolution.SlideAxis;
import dev.weir.kernels.vector.internal.support.ElementRows;
import java.util.Arrays;

/**
 * A row of windows in double precision, as loops over arrays: first the rows of the input are
 * combined to one, then neighbors in that. For one thread.
 */
final class PoolRow {
  private final Pool pool;
  private final ElementRows elements;
  private final double[] loaded;
  private final double[] combined;
  private final double[] results;

  PoolRow(Pool pool, ElementRows elements) {
    this.pool = pool;
    this.elements = elements;
    this.loaded = new double[pool.inRow()];
    this.combined = new double[loaded.length];
    this.results = new double[pool.outRow()];
  }

  private void load(long in, long row, double[] to) {
    elements.load(in + (row * to.length << elements.shift()), to, 0, to.length);
  }

  private void store(long out, long row) {
    elements.store(results, 0, results.length, out + (row * results.length << elements.shift()));
  }

  /** Sets a row to the largest elements. Returns false if one is NaN and it is left as it was. */
  boolean largest(long in, long row, long out) {
    Arrays.fill(combined, Double.NEGATIVE_INFINITY);
    pool.forEachRow(
        row,
        from -> {
          load(in, from, loaded);
          max(loaded, combined);
        });
    SlideAxis columns = pool.columns();
    int channels = pool.channels();
    for (int column = 0; column < columns.out(); column++) {
      int to = column * channels;
      int start = columns.first(column);
      int at = (int) columns.place(column, start) * channels;
      System.arraycopy(combined, at, results, to, channels);
      for (int k = start + 1; k < columns.end(column); k++) {
        max(combined, (int) columns.place(column, k) * channels, results, to, channels);
      }
    }
    for (double result : results) {
      if (Double.isNaN(result)) {
        return false;
      }
    }
    store(out, row);
    return true;
  }

  private static void max(double[] x, double[] largest) {
    for (int i = 0; i < largest.length; i++) {
      largest[i] = Math.max(largest[i], x[i]);
    }
  }

  private static void max(double[] x, int from, double[] largest, int to, int count) {
    for (int i = 0; i < count; i++) {
      largest[to + i] = Math.max(largest[to + i], x[from + i]);
    }
  }

  private static void add(double[] x, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += x[i];
    }
  }

  private static void add(double[] x, int from, double[] sums, int to, int count) {
    for (int i = 0; i < count; i++) {
      sums[to + i] += x[from + i];
    }
  }

  private static void divide(double[] x, int at, int count, double divisor) {
    for (int i = at; i < at + count; i++) {
      x[i] /= divisor;
    }
  }

  /** Sets a row to the averages. */
  void average(long in, long row, long out) {
    Arrays.fill(combined, 0);
    Arrays.fill(results, 0);
    int height =
        pool.forEachRow(
            row,
            from -> {
              load(in, from, loaded);
              add(loaded, combined);
            });
    SlideAxis columns = pool.columns();
    int channels = pool.channels();
    for (int column = 0; column < columns.out(); column++) {
      int to = column * channels;
      int start = columns.first(column);
      int end = columns.end(column);
      for (int k = start; k < end; k++) {
        add(combined, (int) columns.place(column, k) * channels, results, to, channels);
      }
      divide(results, to, channels, (double) height * (end - start));
    }
    store(out, row);
  }

  /** Adds the gradients of a row of averages to a row of sums, as wide as the input. */
  private void addShares(long gradient, long row, int height, double[] sums) {
    load(gradient, row, results);
    SlideAxis columns = pool.columns();
    int channels = pool.channels();
    for (int column = 0; column < columns.out(); column++) {
      int start = columns.first(column);
      int end = columns.end(column);
      int from = column * channels;
      divide(results, from, channels, (double) height * (end - start));
      for (int k = start; k < end; k++) {
        add(results, from, sums, (int) columns.place(column, k) * channels, channels);
      }
    }
  }

  /** Sets a row of the input to its gradient by the averages of windows. */
  void averageGradient(long gradient, long inRow, long out) {
    SlideAxis planes = pool.planes();
    SlideAxis rows = pool.rows();
    long y = inRow % rows.in();
    long z = inRow / rows.in() % planes.in();
    long image = inRow / rows.in() / planes.in();
    Arrays.fill(combined, 0);
    for (long plane = firstOver(planes, z); plane < endOver(planes, z); plane++) {
      for (long row = firstOver(rows, y); row < endOver(rows, y); row++) {
        int height = (planes.end(plane) - planes.first(plane)) * (rows.end(row) - rows.first(row));
        long at = (image * planes.out() + plane) * rows.out() + row;
        addShares(gradient, at, height, combined);
      }
    }
    elements.store(
        combined, 0, combined.length, out + (inRow * combined.length << elements.shift()));
  }

  /** The first position of a window that sees a place. */
  private static long firstOver(SlideAxis axis, long place) {
    long reached = place + axis.before() - (axis.size() - 1);
    return Math.max(0, Math.ceilDiv(reached, axis.stride()));
  }

  /** One after the last position of a window that sees a place. */
  private static long endOver(SlideAxis axis, long place) {
    return Math.min(axis.out(), (place + axis.before()) / axis.stride() + 1);
  }
}
