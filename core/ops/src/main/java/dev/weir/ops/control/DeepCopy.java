package dev.weir.ops.control;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Tensor;

/** A copy of its input in memory of its own. */
final class DeepCopy extends Passing {
  DeepCopy() {
    super("DeepCopy(x: T) -> (y: T) T:type; stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor x = context.input(0);
      context.allocate(0, x.shape()).copyFrom(x, 0, 0, x.elements());
    };
  }

  @Override
  public String notDifferentiable() {
    return "it is a copy for its own sake";
  }
}
