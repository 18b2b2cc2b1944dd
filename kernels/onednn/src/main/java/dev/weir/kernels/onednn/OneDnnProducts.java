package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.lang.foreign.MemorySegment;

/** Products inside the kernels of others. */
final class OneDnnProducts implements MatrixProducts {
  /** With fewer rows a copy in another layout takes longer than what it saves. */
  private static final int ROWS_WORTH_PACKING = 8;

  /** What moving an element to another layout costs, in operations. */
  private static final double WORK_OF_PACKING = 8;

  @Override
  public void multiply(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    if (c.rows() == 0 || c.columns() == 0) {
      return;
    }
    if (a.columns() == 0) {
      clear(c);
      return;
    }
    PrimitiveRunner runner = PrimitiveRunner.shared();
    Scratch scratch = bytes -> scratch(context, bytes);
    MatMulSpec product =
        MatMulSpec.of(
            DataType.F32, a.rows(), a.columns(), b.columns(), a.isTransposed(), b.isTransposed());
    int allowed = context.parallel().threads();
    if (a.isDense() && b.isDense() && c.isDense()) {
      runner.matMulWithin(allowed, product, data(a), data(b), data(c), scratch);
      return;
    }
    RegionProductSpec spec = new RegionProductSpec(layout(a), layout(b), layout(c));
    runner.within(
        allowed,
        product.flops(),
        threads -> runner.run(spec, threads, scratch, data(a), data(b), data(c)));
  }

  /** Sums of nothing. */
  private static void clear(MatrixView c) {
    for (long row = 0; row < c.rows(); row++) {
      long at = (c.offset() + row * c.stride()) * Float.BYTES;
      c.tensor().buffer().fill(at, c.columns() * Float.BYTES, (byte) 0);
    }
  }

  /** With some rows, copies the factor to the layout in which oneDNN reads it fastest. */
  @Override
  public Factor prepare(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    if (c.rows() == 0 || c.columns() == 0 || a.columns() == 0) {
      return (left, product) -> multiply(context, left, b, product);
    }
    boolean isPacked = a.rows() >= ROWS_WORTH_PACKING;
    MemoryDesc layout = isPacked ? MemoryDesc.any(DataType.F32, b.rows(), b.columns()) : layout(b);
    RegionProductSpec spec = new RegionProductSpec(layout(a), layout, layout(c));
    MemorySegment factor = isPacked ? packed(context, b, spec) : data(b);
    PrimitiveRunner runner = PrimitiveRunner.shared();
    MemorySegment pad =
        scratch(context, runner.argumentBytes(spec, 1, PrimitiveArgument.SCRATCHPAD));
    return (left, product) -> runner.run(spec, 1, bytes -> pad, data(left), factor, data(product));
  }

  private static MemorySegment packed(KernelContext context, MatrixView b, RegionProductSpec spec) {
    PrimitiveRunner runner = PrimitiveRunner.shared();
    MemorySegment packed =
        scratch(context, runner.argumentBytes(spec, 1, PrimitiveArgument.WEIGHTS));
    PackingSpec packing = new PackingSpec(layout(b), spec);
    runner.within(
        context.parallel().threads(),
        WORK_OF_PACKING * b.rows() * b.columns(),
        threads -> runner.run(packing, threads, bytes -> scratch(context, bytes), data(b), packed));
    return packed;
  }

  private static MemoryDesc layout(MatrixView matrix) {
    long[] dims = {matrix.rows(), matrix.columns()};
    long[] strides =
        matrix.isTransposed() ? new long[] {1, matrix.stride()} : new long[] {matrix.stride(), 1};
    return new MemoryDesc(DataType.F32, dims, strides);
  }

  /** The elements; oneDNN counts the gap behind the last row among them, but does not touch it. */
  private static MemorySegment data(MatrixView matrix) {
    long rows = matrix.isTransposed() ? matrix.columns() : matrix.rows();
    return matrix
        .tensor()
        .buffer()
        .segment()
        .asSlice(matrix.offset() * Float.BYTES, matrix.span() * Float.BYTES)
        .reinterpret(rows * matrix.stride() * Float.BYTES);
  }

  private static MemorySegment scratch(KernelContext context, long bytes) {
    return context.scratch(DType.UINT8, Shape.of(bytes)).buffer().segment();
  }
}
