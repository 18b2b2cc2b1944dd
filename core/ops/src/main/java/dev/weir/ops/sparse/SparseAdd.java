package dev.weir.ops.sparse;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sum of two sparse tensors of equal shape whose positions ascend. A sum of two elements whose
 * magnitude is less than the threshold is left out.
 */
final class SparseAdd extends Op {
  SparseAdd() {
    super(
        "SparseAdd(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T,"
            + " b_shape: int64, thresh: Treal) -> (sum_indices: int64, sum_values: T, sum_shape:"
            + " int64) T:type in [float, double, int32, uint8, int16, int8, complex64, int64,"
            + " qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32,"
            + " uint64]; Treal:type in [float, double, int32, uint8, int16, int8, int64, bfloat16,"
            + " uint16, half, uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    SparseIndices.require(context, 0, 1, 2);
    SparseIndices.require(context, 3, 4, 5);
    context.requireScalar(6);
    Shape sizes = context.input(2).mergeWith(Shape.unknownOfRank(1));
    if (!context.input(2).isCompatibleWith(context.input(5))) {
      throw context.invalid(
          "ranks must be equal: %s, %s", context.describe(2), context.describe(5));
    }
    return List.of(Shape.of(Shape.UNKNOWN_SIZE, sizes.size(0)), Shape.unknownOfRank(1), sizes);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SparseAdd::add;
  }

  private static void add(KernelContext context) {
    Shape shape = SparseIndices.shape(context.input(2));
    Shape other = SparseIndices.shape(context.input(5));
    if (!shape.equals(other)) {
      throw WeirException.invalidArgument(
          "shapes must be equal: a has the shape %s, b %s", shape, other);
    }
    Map<Long, long[]> places = new TreeMap<>(); // row of a and of b, or -1
    collect(context.input(0), shape, 0, places);
    collect(context.input(3), shape, 1, places);
    Tensor sums = context.scratch(context.input(1).dtype(), Shape.of(places.size()));
    long[] kept = sum(context, places, sums);
    Tensor indices = context.allocate(0, Shape.of(kept.length, shape.rank()));
    Tensor values = context.allocate(1, Shape.of(kept.length));
    long[][] rows = places.values().toArray(new long[0][]);
    int rank = shape.rank();
    for (int n = 0; n < kept.length; n++) {
      long[] row = rows[(int) kept[n]];
      Tensor from = context.input(row[0] >= 0 ? 0 : 3);
      indices.copyFrom(from, (row[0] >= 0 ? row[0] : row[1]) * rank, (long) n * rank, rank);
      values.copyFrom(sums, kept[n], n, 1);
    }
    context.allocate(2, context.input(2).shape()).copyFrom(context.input(2), 0, 0, rank);
  }

  private static void collect(Tensor indices, Shape shape, int side, Map<Long, long[]> places) {
    for (long row = 0; row < indices.shape().size(0); row++) {
      long position = SparseIndices.position(indices, row, shape);
      places.computeIfAbsent(position, key -> new long[] {-1, -1})[side] = row;
    }
  }

  /** Adds; returns which sums are large enough. */
  private static long[] sum(KernelContext context, Map<Long, long[]> places, Tensor sums) {
    Tensor a = context.input(1);
    Tensor b = context.input(4);
    double threshold = context.input(6).getDouble(0);
    BinaryKernels.Cell step = Accumulation.SUM.step(a.dtype());
    long[] kept = new long[places.size()];
    int used = 0;
    int n = 0;
    for (long[] rows : places.values()) {
      Accumulation.SUM.start(sums, n, n + 1);
      if (rows[0] >= 0) {
        sums.copyFrom(a, rows[0], n, 1);
      }
      if (rows[1] >= 0) {
        step.compute(sums, n, b, rows[1], sums, n);
      }
      boolean isSum = rows[0] >= 0 && rows[1] >= 0;
      if (!isSum || threshold <= Math.hypot(sums.getReal(n), sums.getImaginary(n))) {
        kept[used++] = n;
      }
      n++;
    }
    return Arrays.copyOf(kept, used);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(1, () -> picked(on, context, context.input(0)));
    context.flow(4, () -> picked(on, context, context.input(3)));
  }

  /** The gradient of each sum that has an element at a position; 0 where the sum was left out. */
  private static Output picked(GradientOps on, GradientContext context, Output indices) {
    Output sums = positions(on, context, context.output(0));
    Output wanted = positions(on, context, indices);
    Output found =
        on.op("LowerBound", on.reshape(sums, on.ints(1, -1)), on.reshape(wanted, on.ints(1, -1)));
    Output places = on.reshape(found, on.ints(-1));
    Output none = on.constant(Tensors.vector(-1L));
    Output isThere = on.op("Equal", on.gather(on.concat(sums, none), places), wanted);
    Output zero = on.scalar(0, context.gradient(1));
    Output given = on.concat(context.gradient(1), on.reshape(zero, on.ints(1)));
    return on.select(isThere, on.gather(given, places), zero);
  }

  /** Positions as single numbers. */
  private static Output positions(GradientOps on, GradientContext context, Output indices) {
    Output steps =
        on.node("Cumprod")
            .input(context.input(2))
            .input(on.scalar(0, DType.INT32))
            .attr("exclusive", true)
            .attr("reverse", true)
            .build()
            .output(0);
    return on.sum(on.mul(indices, steps), on.ints(1), false);
  }
}
