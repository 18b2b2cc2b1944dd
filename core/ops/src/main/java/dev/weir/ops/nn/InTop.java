package dev.weir.ops.nn;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Whether, row by row, fewer than {@code k} predictions are greater than that of the target class.
 * False for a target that is no class, and for a row with a prediction that is not finite.
 */
abstract class InTop extends Op {
  InTop(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape predictions = context.requireRank(0, 2);
    Shape targets = context.requireRank(1, 1);
    if (context.inputCount() == 3) {
      context.requireScalar(2);
    }
    SizeInputs.requireSameLength(context, 0, 1);
    return List.of(predictions.slice(0, 1).mergeWith(targets));
  }

  static void test(KernelContext context, long k) {
    Tensor predictions = context.input(0);
    Tensor targets = context.input(1);
    Tensor out = context.allocate(0, targets.shape());
    long classes = predictions.shape().size(1);
    for (long row = 0; row < targets.elements(); row++) {
      out.setBoolean(row, isIn(predictions, row * classes, classes, targets.getLong(row), k));
    }
  }

  private static boolean isIn(Tensor predictions, long first, long classes, long target, long k) {
    if (target < 0 || target >= classes) {
      return false;
    }
    double ours = predictions.getDouble(first + target);
    long greater = 0;
    for (long i = first; i < first + classes; i++) {
      double prediction = predictions.getDouble(i);
      if (!Double.isFinite(prediction)) {
        return false;
      }
      if (prediction > ours) {
        greater++;
      }
    }
    return greater < k;
  }

  @Override
  public final String notDifferentiable() {
    return "its output is bool";
  }
}
