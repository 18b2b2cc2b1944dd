package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.function.Consumer;

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

  /**
   * With some rows, or if the factor was the same in an earlier step, copies it to the layout in
   * which oneDNN reads it fastest.
   */
  @Override
  public Factor prepare(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    if (c.rows() == 0 || c.columns() == 0 || a.columns() == 0) {
      return (left, product) -> multiply(context, left, b, product);
    }
    MemoryDesc any = MemoryDesc.any(DataType.F32, b.rows(), b.columns());
    RegionProductSpec packed = new RegionProductSpec(layout(a), any, layout(c));
    long bytes = PrimitiveRunner.shared().argumentBytes(packed, 1, PrimitiveArgument.WEIGHTS);
    Consumer<MemorySegment> pack = to -> pack(context, b, packed, to);
    Tensor kept =
        KeptWeights.of(context)
            .find(context, b.tensor(), new Layout(packed, b.offset()), bytes, pack);
    if (kept != null) {
      return factor(context, packed, kept, ConvolutionOneDnnKernel.bytes(kept));
    }
    if (a.rows() < ROWS_WORTH_PACKING) {
      RegionProductSpec spec = new RegionProductSpec(layout(a), layout(b), layout(c));
      return factor(context, spec, b.tensor(), data(b));
    }
    Tensor own = context.scratch(DType.UINT8, Shape.of(bytes));
    pack.accept(ConvolutionOneDnnKernel.bytes(own));
    return factor(context, packed, own, ConvolutionOneDnnKernel.bytes(own));
  }

  /** Tells parts of a matrix, and their layouts, apart. */
  private record Layout(RegionProductSpec spec, long offset) {}

  private static Factor factor(
      KernelContext context, RegionProductSpec spec, Tensor owner, MemorySegment data) {
    PrimitiveRunner runner = PrimitiveRunner.shared();
    MemorySegment pad =
        scratch(context, runner.argumentBytes(spec, 1, PrimitiveArgument.SCRATCHPAD));
    return (left, product) -> {
      runner.run(spec, 1, bytes -> pad, data(left), data, data(product));
      Reference.reachabilityFence(owner);
    };
  }

  private static void pack(
      KernelContext context, MatrixView b, RegionProductSpec spec, MemorySegment to) {
    PrimitiveRunner runner = PrimitiveRunner.shared();
    PackingSpec packing = new PackingSpec(layout(b), spec);
    runner.within(
        context.parallel().threads(),
        WORK_OF_PACKING * b.rows() * b.columns(),
        threads -> runner.run(packing, threads, bytes -> scratch(context, bytes), data(b), to));
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
    return ConvolutionOneDnnKernel.bytes(matrix.tensor())
        .asSlice(matrix.offset() * Float.BYTES, matrix.span() * Float.BYTES)
        .reinterpret(rows * matrix.stride() * Float.BYTES);
  }

  private static MemorySegment scratch(KernelContext context, long bytes) {
    return ConvolutionOneDnnKernel.scratch(context, bytes);
  }
}
