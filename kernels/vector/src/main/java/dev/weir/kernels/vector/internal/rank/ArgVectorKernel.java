package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * {@code ArgMax} and {@code ArgMin}: the index of the first greatest or least element. NaN is never
 * chosen, nor is an infinity that any finite number beats.
 */
final class ArgVectorKernel implements Kernel {
  /** Columns whose records stay in first-level cache from row to row. */
  private static final int STRIP = 512;

  private final RankLoop loop;
  private final int shift;
  private final boolean isGreatest;

  private ArgVectorKernel(DType dtype, boolean isGreatest) {
    this.loop = RankLoop.of(dtype);
    this.shift = ScalarType.of(dtype).shift();
    this.isGreatest = isGreatest;
  }

  static void addTo(KernelTable table, DType dtype) {
    table.addShared("ArgMax", dtype, () -> new ArgVectorKernel(dtype, true));
    table.addShared("ArgMin", dtype, () -> new ArgVectorKernel(dtype, false));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    int axis = (int) context.input(1).getLong(0);
    axis = axis < 0 ? axis + shape.rank() : axis;
    Shape inner = shape.slice(axis + 1, shape.rank());
    Tensor y = context.allocate(0, shape.slice(0, axis).concat(inner));
    if (y.elements() == 0) {
      return;
    }
    int count = Math.toIntExact(shape.size(axis));
    if (count == 0) {
      RawMemory.bytes(y).fill((byte) 0);
      return;
    }
    ScalarType index = ScalarType.of(y.dtype());
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    if (inner.elements() == 1) {
      Grain.CHEAP.forRows(
          context,
          y.elements(),
          count,
          (from, to) -> {
            for (long row = from; row < to; row++) {
              int place = loop.extreme(in + (row * count << shift), 1L << shift, count, isGreatest);
              index.setBits(index.at(out, row), place);
            }
          });
      return;
    }
    columns(context, y, inner.elements(), count, in);
  }

  private void columns(KernelContext context, Tensor y, long inner, int count, long in) {
    ScalarType index = ScalarType.of(y.dtype());
    long out = RawMemory.address(y);
    long strips = Math.ceilDiv(inner, STRIP);
    Grain.CHEAP.forRows(
        context,
        y.elements() / inner * strips,
        count * Math.min(inner, STRIP),
        (from, to) -> {
          int[] places = new int[STRIP];
          for (long i = from; i < to; i++) {
            long column = i % strips * STRIP;
            long outer = i / strips;
            long[] records = new long[(int) Math.min(STRIP, inner - column)];
            long first = in + (outer * count * inner + column << shift);
            loop.extremes(first, inner << shift, count, isGreatest, records, places);
            for (int k = 0; k < records.length; k++) {
              index.setBits(index.at(out, outer * inner + column + k), places[k]);
            }
          }
        });
  }
}
