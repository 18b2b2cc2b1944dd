package dev.weir.ops.math.logic;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * Whether elements are equal, or whether they are not, broadcasting. NaN equals nothing; strings
 * are compared byte by byte. With {@code incompatible_shape_error} false, operands that do not fit
 * together are unequal as a whole, and the output is a scalar.
 */
abstract class Equality extends Op {
  private final boolean wanted;

  Equality(String signature, boolean wanted) {
    super(signature);
    this.wanted = wanted;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    if (context.attrs().bool("incompatible_shape_error")) {
      return Shapes.broadcastInputs(context);
    }
    Shape x = context.input(0);
    Shape y = context.input(1);
    if (!x.isFullyKnown() || !y.isFullyKnown()) {
      return List.of(Shape.unknown());
    }
    return List.of(fit(x, y) ? Shapes.broadcast(x, y) : Shape.scalar());
  }

  private static boolean fit(Shape x, Shape y) {
    try {
      Shapes.broadcast(x, y);
      return true;
    } catch (WeirException e) {
      return false;
    }
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Kernel compare = BinaryKernels.test(test(spec.inputDtype(0)));
    return context -> {
      if (fit(context.input(0).shape(), context.input(1).shape())) {
        compare.compute(context);
      } else {
        differ(context);
      }
    };
  }

  private void differ(KernelContext context) {
    context.allocate(0, Shape.scalar()).setBoolean(0, !wanted);
  }

  private BinaryKernels.PairTest test(DType dtype) {
    return switch (dtype) {
      case STRING -> (x, i, y, j) -> Arrays.equals(x.getBytes(i), y.getBytes(j)) == wanted;
      case COMPLEX64, COMPLEX128 ->
          (x, i, y, j) ->
              (x.getReal(i) == y.getReal(j) && x.getImaginary(i) == y.getImaginary(j)) == wanted;
      case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 ->
          (x, i, y, j) -> (x.getDouble(i) == y.getDouble(j)) == wanted;
      case RESOURCE, VARIANT ->
          throw WeirException.unimplemented("%s of %s is not defined", signature().name(), dtype);
      default -> (x, i, y, j) -> (x.getLong(i) == y.getLong(j)) == wanted;
    };
  }

  @Override
  public final String notDifferentiable() {
    return "its output is a truth value";
  }
}
