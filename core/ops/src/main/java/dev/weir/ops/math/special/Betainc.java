package dev.weir.ops.math.special;

import dev.weir.error.ErrorCode;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.ElementFunction;
import dev.weir.graph.kernel.ElementKernel;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.special.IncompleteBeta;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code z = ∫ t^(a-1) (1 - t)^(b-1) dt / B(a, b)} from 0 to x: the regularized incomplete beta
 * function. Each operand is a scalar or of the one shape the others have; NaN unless a and b are
 * positive and x is between 0 and 1.
 */
final class Betainc extends Op {
  Betainc() {
    super("Betainc(a: T, b: T, x: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = Shape.scalar();
    for (int i = 0; i < 3; i++) {
      Shape operand = context.input(i);
      if (!operand.hasRank()) {
        return List.of(Shape.unknown());
      }
      if (shape.isScalar()) {
        shape = operand;
      } else if (!operand.isScalar()) {
        if (!shape.isCompatibleWith(operand)) {
          throw context.invalid(
              "operands must be scalars or have the same shape: %s, expected %s",
              context.describe(i), shape);
        }
        shape = shape.mergeWith(operand);
      }
    }
    return List.of(shape);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return new ElementKernel(new ElementFunction.RealTriple(IncompleteBeta::of), Betainc::compute);
  }

  private static void compute(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    Tensor x = context.input(2);
    Shape shape = x.shape().isScalar() ? b.shape() : x.shape();
    Tensor z = context.allocate(0, shape.isScalar() ? a.shape() : shape);
    for (long i = 0; i < z.elements(); i++) {
      z.setDouble(i, IncompleteBeta.of(at(a, i), at(b, i), at(x, i)));
    }
  }

  private static double at(Tensor tensor, long i) {
    return tensor.getDouble(tensor.shape().isScalar() ? 0 : i);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output x = context.input(2);
    for (int i = 0; i < 2; i++) {
      context.flow(
          i,
          () -> {
            throw context
                .node()
                .error(
                    ErrorCode.UNIMPLEMENTED,
                    "its derivatives by a and b are not defined, only by x");
          });
    }
    context.flow(
        2,
        () -> {
          Output slope = density(on, context.input(0), context.input(1), x);
          return on.sumTo(on.mul(context.gradient(), slope), x);
        });
  }

  /** The derivative with respect to x, by logarithms because Γ grows so fast. */
  private static Output density(GradientOps on, Output a, Output b, Output x) {
    Output one = on.scalar(1, x);
    Output powers =
        on.add(on.op("Xlogy", on.sub(a, one), x), on.op("Xlog1py", on.sub(b, one), on.neg(x)));
    Output logBeta =
        on.sub(on.add(on.op("Lgamma", a), on.op("Lgamma", b)), on.op("Lgamma", on.add(a, b)));
    return on.op("Exp", on.sub(powers, logBeta));
  }
}
