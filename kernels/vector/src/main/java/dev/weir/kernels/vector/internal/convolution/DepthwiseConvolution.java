package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * A run of a depthwise convolution or a gradient of it, as loops over the outputs of pixels in
 * double precision; where a channel has several outputs, rows of the input are repeated first.
 */
final class DepthwiseConvolution {
  /** Parts of the sums of a filter, of neighboring rows; independent of the number of threads. */
  private static final int PARTS = 16;

  private final KernelContext context;
  private final Convolution convolution;
  private final ElementRows elements;
  private final int multiplier;
  private final int width;
  private final long images;
  private final long filter;
  private final long outputs;

  /** Of tensors with channels last, one of which is what is computed. */
  DepthwiseConvolution(
      KernelContext context,
      Convolution convolution,
      Tensor images,
      Tensor filter,
      Tensor outputs) {
    this.context = context;
    this.convolution = convolution;
    this.elements = ElementRows.of(images.dtype());
    this.multiplier = convolution.groupOutputs();
    this.width = convolution.outputs();
    this.images = RawMemory.address(images);
    this.filter = RawMemory.address(filter);
    this.outputs = RawMemory.address(outputs);
  }

  private SlideAxis rows() {
    return convolution.rows();
  }

  private SlideAxis columns() {
    return convolution.columns();
  }

  private double[] filter() {
    double[] weights = new double[convolution.taps() * width];
    elements.load(filter, weights, 0, weights.length);
    return weights;
  }

  /** A row of the input as wide as one of the output. For one thread. */
  private final class InputRow {
    private final double[] plain =
        new double[Math.toIntExact(columns().in() * convolution.channels())];
    final double[] values = multiplier == 1 ? plain : new double[plain.length * multiplier];

    void load(long row) {
      elements.load(images + (row * plain.length << elements.shift()), plain, 0, plain.length);
      if (multiplier > 1) {
        for (int i = 0; i < plain.length; i++) {
          Arrays.fill(values, i * multiplier, (i + 1) * multiplier, plain[i]);
        }
      }
    }

    /** Stores the sums of what was repeated. */
    void store(long row) {
      if (multiplier > 1) {
        for (int i = 0; i < plain.length; i++) {
          double sum = 0;
          for (int m = 0; m < multiplier; m++) {
            sum += values[i * multiplier + m];
          }
          plain[i] = sum;
        }
      }
      elements.store(plain, 0, plain.length, images + (row * plain.length << elements.shift()));
    }
  }

  private double[] outputRow() {
    return new double[Math.toIntExact(columns().out() * width)];
  }

  private long outputAddress(long row) {
    return outputs + (row * columns().out() * width << elements.shift());
  }

  /** Sets the outputs. */
  void forward() {
    double[] weights = filter();
    long all = convolution.batch() * rows().out();
    Grain.COSTLY.forRows(
        context,
        all,
        columns().out() * weights.length,
        (from, to) -> {
          InputRow input = new InputRow();
          double[] sums = outputRow();
          for (long at = from; at < to; at++) {
            long row = at % rows().out();
            Arrays.fill(sums, 0);
            for (int j = rows().first(row); j < rows().end(row); j++) {
              input.load(at / rows().out() * rows().in() + rows().place(row, j));
              meet(
                  j,
                  (in, weight, out) -> multiplyAdd(input.values, in, weights, weight, sums, out));
            }
            elements.store(sums, 0, sums.length, outputAddress(at));
          }
        });
  }

  /** Sets the images to their gradient. */
  void inputGradient() {
    double[] weights = filter();
    long all = convolution.batch() * rows().in();
    Grain.COSTLY.forRows(
        context,
        all,
        columns().in() * weights.length,
        (from, to) -> {
          InputRow input = new InputRow();
          double[] gradient = outputRow();
          for (long at = from; at < to; at++) {
            Arrays.fill(input.values, 0);
            for (int j = 0; j < rows().size(); j++) {
              long row = rows().position(at % rows().in(), j);
              if (row >= 0) {
                long place = at / rows().in() * rows().out() + row;
                elements.load(outputAddress(place), gradient, 0, gradient.length);
                meet(
                    j,
                    (in, weight, out) ->
                        multiplyAdd(gradient, out, weights, weight, input.values, in));
              }
            }
            input.store(at);
          }
        });
  }

  /** Sets the filter to its gradient. */
  void filterGradient() {
    long all = convolution.batch() * rows().out();
    double[][] parts = new double[PARTS][convolution.taps() * width];
    context
        .parallel()
        .forRange(
            PARTS,
            1,
            (from, to) -> {
              for (long part = from; part < to; part++) {
                addRows(all * part / PARTS, all * (part + 1) / PARTS, parts[(int) part]);
              }
            });
    double[] sums = parts[0];
    for (int part = 1; part < PARTS; part++) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += parts[part][i];
      }
    }
    elements.store(sums, 0, sums.length, filter);
  }

  private void addRows(long from, long to, double[] sums) {
    InputRow input = new InputRow();
    double[] gradient = outputRow();
    for (long at = from; at < to; at++) {
      long row = at % rows().out();
      elements.load(outputAddress(at), gradient, 0, gradient.length);
      for (int j = rows().first(row); j < rows().end(row); j++) {
        input.load(at / rows().out() * rows().in() + rows().place(row, j));
        meet(j, (in, weight, out) -> multiplyAdd(input.values, in, gradient, out, sums, weight));
      }
    }
  }

  /** What is done where a place of the filter meets one of the input and one of the output. */
  @FunctionalInterface
  private interface Meeting {
    void at(int input, int weight, int output);
  }

  /** Visits all places of a row of the output, and of the filter's row that are on the image. */
  private void meet(int filterRow, Meeting meeting) {
    SlideAxis columns = columns();
    for (int column = 0; column < columns.out(); column++) {
      for (int k = columns.first(column); k < columns.end(column); k++) {
        int in = (int) columns.place(column, k) * width;
        meeting.at(in, (filterRow * (int) columns.size() + k) * width, column * width);
      }
    }
  }

  private void multiplyAdd(double[] a, int aAt, double[] b, int bAt, double[] sums, int at) {
    multiplyAdd(a, aAt, b, bAt, sums, at, width);
  }

  private static void multiplyAdd(
      double[] a, int aAt, double[] b, int bAt, double[] sums, int at, int count) {
    for (int i = 0; i < count; i++) {
      sums[at + i] += a[aAt + i] * b[bAt + i];
    }
  }
}
