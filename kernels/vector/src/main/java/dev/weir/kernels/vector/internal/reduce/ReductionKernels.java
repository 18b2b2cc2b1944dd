package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealSource;
import dev.weir.kernels.vector.internal.support.RowReduction;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.function.DoubleBinaryOperator;

/**
 * Reductions of real numbers.
 *
 * @param <T> the box of the type they are computed with
 */
public final class ReductionKernels<T> {
  private final KernelTable table;
  private final DType dtype;
  private final RealSource<T> source;

  private ReductionKernels(KernelTable table, DType dtype, RealSource<T> source) {
    this.table = table;
    this.dtype = dtype;
    this.source = source;
  }

  public static void addTo(KernelTable table) {
    new ReductionKernels<>(table, DType.FLOAT32, RealSource.FLOATS).addSums();
    new ReductionKernels<>(table, DType.FLOAT32, RealSource.UNWIDENED_FLOATS).addExtremes();
    ReductionKernels<Double> doubles =
        new ReductionKernels<>(table, DType.FLOAT64, RealSource.DOUBLES);
    doubles.addSums();
    doubles.addExtremes();
    new ReductionKernels<>(table, DType.FLOAT32, RealSource.FLOAT_SQUARES).addHalfSum();
    new ReductionKernels<>(table, DType.FLOAT64, RealSource.DOUBLE_SQUARES).addHalfSum();
    ArgVectorKernel.addTo(table);
    TopVectorKernel.addTo(table);
    CumsumVectorKernel.addTo(table);
  }

  private void addSums() {
    add("Sum", 0, (x, y) -> x.add(y), Double::sum);
    add("Mean", 0, (x, y) -> x.add(y), Double::sum);
    add("Prod", 1, (x, y) -> x.mul(y), (x, y) -> x * y);
    table.addCached(
        "BiasAddGrad", dtype, spec -> spec.attrs().string("data_format"), this::biasGradient);
  }

  private void addHalfSum() {
    table.addShared(
        "L2Loss",
        dtype,
        () -> new L2LossVectorKernel(loop(0, (x, y) -> x.add(y), Double::sum), source.shift()));
  }

  private void addExtremes() {
    add("Max", Double.NEGATIVE_INFINITY, (x, y) -> x.max(y), Math::max);
    add("Min", Double.POSITIVE_INFINITY, (x, y) -> x.min(y), Math::min);
  }

  private void add(
      String op, double start, ReductionLoop.Function<T> vectors, DoubleBinaryOperator scalars) {
    table
        .lanes()
        .addReduction(
            op, dtype, () -> new RowReduction(loop(start, vectors, scalars), op.equals("Mean")));
    table.addCached(
        op,
        dtype,
        spec -> spec.attrs().bool("keep_dims"),
        keepsDimensions ->
            new ReductionVectorKernel(
                loop(start, vectors, scalars), source.shift(), op.equals("Mean"), keepsDimensions));
  }

  private ReductionLoop loop(
      double start, ReductionLoop.Function<T> vectors, DoubleBinaryOperator scalars) {
    return ReductionLoop.of(new ReductionLoop.Operation<>(source, start, vectors, scalars));
  }

  /** The sum over all dimensions but that of the channels. */
  private Kernel biasGradient(String format) {
    ReductionVectorKernel sum =
        new ReductionVectorKernel(
            loop(0, (x, y) -> x.add(y), Double::sum), source.shift(), false, false);
    return context -> {
      Shape shape = context.input(0).shape();
      int channels = format.equals("NCHW") ? 1 : shape.rank() - 1;
      sum.compute(context, ReducedShape.allBut(shape, channels));
    };
  }
}
