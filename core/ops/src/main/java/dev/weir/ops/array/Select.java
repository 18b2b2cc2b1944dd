package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code output} takes t where the condition holds and e elsewhere. t and e have the same shape;
 * the condition has it too, or is a scalar that decides for all, or a vector that decides for each
 * row: the older form of {@code SelectV2}.
 */
final class Select extends Op {
  Select() {
    super("Select(condition: bool, t: T, e: T) -> (output: T) T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape t = context.input(1);
    Shape e = context.input(2);
    if (!t.isCompatibleWith(e)) {
      throw context.invalid(
          "t and e must have the same shape: %s, %s", context.describe(1), context.describe(2));
    }
    Shape values = t.mergeWith(e);
    Shape condition = context.input(0);
    if (!condition.hasRank() || !values.hasRank() || condition.rank() == 0) {
      return List.of(values);
    }
    boolean isForRows = condition.rank() == 1 && values.rank() != 1;
    boolean fits =
        isForRows
            ? values.rank() > 0 && condition.isCompatibleWith(values.slice(0, 1))
            : condition.isCompatibleWith(values);
    if (!fits) {
      throw context.invalid(
          "the condition must be a scalar, a vector with an element for each row, or of the shape"
              + " of t: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(isForRows ? values : values.mergeWith(condition));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return Select::select;
  }

  private static void select(KernelContext context) {
    Tensor condition = context.input(0);
    Tensor t = context.input(1);
    Tensor output = context.allocate(0, t.shape());
    if (output.elements() > 0) {
      long row = output.elements() / condition.elements();
      Selection.rows(condition, t, context.input(2), output, row);
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output condition = context.input(0);
    Output given = context.gradient();
    context.flow(1, () -> on.op("Select", condition, given, on.zerosLike(given)));
    context.flow(2, () -> on.op("Select", condition, on.zerosLike(given), given));
  }
}
