package dev.weir.ops.sparse;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The product of a sparse matrix and a dense one; either may be replaced by its adjoint (transposed
 * and conjugated) first. The elements of the sparse one may come in any order; repeated ones add
 * up.
 */
final class SparseTensorDenseMatMul extends Op {
  SparseTensorDenseMatMul() {
    super(
        "SparseTensorDenseMatMul(a_indices: Tindices, a_values: T, a_shape: int64, b: T) ->"
            + " (product: T) T:type; Tindices:type=int64 in [int32, int64]; adjoint_a:bool=false;"
            + " adjoint_b:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    SparseIndices.require(context, 0, 1, 2);
    Shape a = context.shapeValue(2);
    Shape b = context.requireRank(3, 2);
    if (!a.hasRank()) {
      a = Shape.unknownOfRank(2);
    } else if (a.rank() != 2) {
      throw context.invalid("a_shape must be two sizes: %s", context.describe(2));
    }
    boolean adjointA = context.attrs().bool("adjoint_a");
    boolean adjointB = context.attrs().bool("adjoint_b");
    Shape aInner = adjointA ? a.slice(0, 1) : a.slice(1, 2);
    Shape bInner = adjointB ? b.slice(1, 2) : b.slice(0, 1);
    if (!aInner.isCompatibleWith(bInner)) {
      throw context.invalid(
          "inner dimensions must agree: a_shape is %s, %s", a, context.describe(3));
    }
    return List.of(Shape.of(a.size(adjointA ? 1 : 0), b.size(adjointB ? 0 : 1)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    if (spec.inputDtype(1) == DType.STRING) {
      throw WeirException.unimplemented("elements of type string cannot be multiplied");
    }
    boolean adjointA = spec.attrs().bool("adjoint_a");
    boolean adjointB = spec.attrs().bool("adjoint_b");
    return context -> multiply(context, adjointA, adjointB);
  }

  private static void multiply(KernelContext context, boolean adjointA, boolean adjointB) {
    Tensor indices = context.input(0);
    Tensor values = context.input(1);
    Tensor b = context.input(3);
    Shape a = SparseIndices.shape(context.input(2));
    long rows = a.size(adjointA ? 1 : 0);
    long columns = b.shape().size(adjointB ? 0 : 1);
    long bWidth = b.shape().size(1);
    Products products =
        new Products(context, Math.multiplyExact(rows, columns), adjointA, adjointB);
    for (long n = 0; n < values.elements(); n++) {
      SparseIndices.position(indices, n, a);
      long row = indices.getLong(2 * n + (adjointA ? 1 : 0));
      long inner = indices.getLong(2 * n + (adjointA ? 0 : 1));
      for (long column = 0; column < columns; column++) {
        long j = adjointB ? column * bWidth + inner : inner * bWidth + column;
        products.add(values, n, b, j, row * columns + column);
      }
    }
    products.store(context.allocate(0, Shape.of(rows, columns)));
  }

  /** Sums of products, in double precision. */
  private static final class Products {
    private final Tensor sums;
    private final double aSign;
    private final double bSign;

    Products(KernelContext context, long count, boolean conjugateA, boolean conjugateB) {
      DType dtype = context.input(1).dtype();
      DType wide =
          dtype.isComplex() ? DType.COMPLEX128 : dtype.isFloating() ? DType.FLOAT64 : DType.INT64;
      sums = context.scratch(wide, Shape.of(count));
      Accumulation.SUM.start(sums, 0, count);
      aSign = conjugateA ? -1 : 1;
      bSign = conjugateB ? -1 : 1;
    }

    void add(Tensor a, long i, Tensor b, long j, long r) {
      switch (sums.dtype()) {
        case COMPLEX128 -> {
          double aIm = aSign * a.getImaginary(i);
          double bIm = bSign * b.getImaginary(j);
          sums.setComplex(
              r,
              sums.getReal(r) + a.getReal(i) * b.getReal(j) - aIm * bIm,
              sums.getImaginary(r) + a.getReal(i) * bIm + aIm * b.getReal(j));
        }
        case FLOAT64 -> sums.setDouble(r, sums.getDouble(r) + a.getDouble(i) * b.getDouble(j));
        default -> sums.setLong(r, sums.getLong(r) + a.getLong(i) * b.getLong(j));
      }
    }

    void store(Tensor out) {
      for (long r = 0; r < out.elements(); r++) {
        switch (sums.dtype()) {
          case COMPLEX128 -> out.setComplex(r, sums.getReal(r), sums.getImaginary(r));
          case FLOAT64 -> out.setDouble(r, sums.getDouble(r));
          default -> out.setLong(r, sums.getLong(r));
        }
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    boolean adjointA = context.node().attrs().bool("adjoint_a");
    boolean adjointB = context.node().attrs().bool("adjoint_b");
    Output b = context.input(3);
    context.flow(1, () -> valuesGradient(on, context, adjointA, adjointB ? adjoint(on, b) : b));
    context.flow(
        3,
        () -> {
          Output product =
              on.node("SparseTensorDenseMatMul")
                  .input(context.input(0))
                  .input(context.input(1))
                  .input(context.input(2))
                  .input(context.gradient())
                  .attr("adjoint_a", !adjointA)
                  .build()
                  .output(0);
          return adjointB ? adjoint(on, product) : product;
        });
  }

  private static Output adjoint(GradientOps on, Output matrix) {
    return on.op("ConjugateTranspose", matrix, on.ints(1, 0));
  }

  /** Of the gradient of the whole matrix, only the elements that are there. */
  private static Output valuesGradient(
      GradientOps on, GradientContext context, boolean adjointA, Output b) {
    Output rows =
        on.op("GatherV2", context.input(0), on.scalar(0, DType.INT32), on.scalar(1, DType.INT32));
    Output columns =
        on.op("GatherV2", context.input(0), on.scalar(1, DType.INT32), on.scalar(1, DType.INT32));
    Output products =
        adjointA
            ? on.mul(on.gather(b, rows), on.conj(on.gather(context.gradient(), columns)))
            : on.mul(on.gather(context.gradient(), rows), on.conj(on.gather(b, columns)));
    return on.sum(products, on.ints(1), false);
  }
}
