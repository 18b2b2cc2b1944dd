package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Changes every element of a variable by the element of input 1 at the same place. */
record AllElements(ElementCombiner combiner) implements VariableUpdate {
  /** The fewest elements worth another core. */
  private static final long GRAIN = 64 * 1024;

  @Override
  public Shape check(ShapeContext context, Shape variable) {
    if (!variable.isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "the value must have the shape of the variable, %s: %s", variable, context.describe(1));
    }
    return variable.mergeWith(context.input(1));
  }

  @Override
  public Tensor apply(KernelContext context, Tensor before) {
    Tensor value = context.input(1);
    if (!before.shape().equals(value.shape())) {
      throw WeirException.invalidArgument(
          "the value must have the shape of the variable, %s: it is %s",
          before.shape(), value.shape());
    }
    Tensor after = Updates.writable(context, before);
    context
        .parallel()
        .forRange(
            after.elements(),
            after.dtype().isObject() ? after.elements() : GRAIN,
            (from, to) -> combiner.applyAll(after, from, value, from, to - from));
    return after;
  }
}
