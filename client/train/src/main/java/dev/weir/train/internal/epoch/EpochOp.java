package dev.weir.train.internal.epoch;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** An op on the epoch of the task it runs on. */
abstract class EpochOp implements OpDefinition {
  /** The name of the state if the node has none. */
  private static final String DEFAULT_NAME = "weir/epoch";

  private final Signature signature;

  EpochOp(String signature) {
    this.signature = Signature.of(signature);
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    for (int i = 0; i < context.inputCount(); i++) {
      context.requireScalar(i);
    }
    return List.of();
  }

  /** The name of the state on the task. */
  static String name(KernelSpec spec) {
    String shared = spec.attrs().string("shared_name");
    return shared.isEmpty() ? DEFAULT_NAME : shared;
  }

  /** The state of the task, which begins in no epoch. */
  static TaskEpoch state(KernelContext context, String name) {
    return context
        .resources()
        .getOrCreate("", name, TaskEpoch.class, () -> new TaskEpoch(context.device()));
  }

  @Override
  public final String notDifferentiable() {
    return "it is about epochs, not about values";
  }
}
