package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.SliceSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Replaces the elements of a variable that a strided slice would take ({@code begin}, {@code end}
 * and {@code strides} are inputs 1 to 3) by those of input 4, which broadcasts to the slice.
 */
record StridedElements(SliceSpec.Masks masks) implements VariableUpdate {
  private static final int VALUE = 4;

  StridedElements(Attributes attrs) {
    this(SliceSpec.Masks.of(attrs));
  }

  @Override
  public Shape check(ShapeContext context, Shape variable) {
    SliceSpec slice = SliceSpec.of(context, variable, 1);
    if (slice != null) {
      requireFit(slice, context.input(VALUE));
    }
    return variable;
  }

  private static void requireFit(SliceSpec slice, Shape value) {
    if (!slice.takes(value)) {
      throw WeirException.invalidArgument(
          "value must broadcast to the shape of the slice, %s: it is %s", slice.shape(), value);
    }
  }

  @Override
  public Tensor apply(KernelContext context, Tensor before) {
    Tensor value = context.input(VALUE);
    SliceSpec slice = SliceSpec.of(context, before.shape(), 1, masks);
    requireFit(slice, value.shape());
    Tensor after = Updates.writable(context, before);
    slice.replace(context, after, value);
    return after;
  }
}
