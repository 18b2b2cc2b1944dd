package dev.weir.ops.control;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** Fails, showing {@code data}, if the condition does not hold. */
final class Assert extends Op {
  Assert() {
    super("Assert(condition: bool, data: T...) -> () T:list(type) >=1; summarize:int=3; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    int shown = (int) spec.attrs().integer("summarize");
    return context -> check(context, shown);
  }

  private static void check(KernelContext context, int shown) {
    if (context.input(0).getBoolean(0)) {
      return;
    }
    StringBuilder text = new StringBuilder("assertion failed:");
    for (int i = 1; i < context.inputCount(); i++) {
      text.append(' ').append(Summary.of(context.input(i), shown));
    }
    throw WeirException.invalidArgument("%s", text);
  }

  @Override
  public String notDifferentiable() {
    return "it has no outputs";
  }
}
