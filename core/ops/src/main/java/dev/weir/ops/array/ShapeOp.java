package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.OpTraits;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code Shape}: the sizes of its input along each dimension, as a vector; empty for a scalar. */
final class ShapeOp extends Op {
  ShapeOp() {
    super("Shape(input: T) -> (output: out_type) T:type; out_type:type=int32 in [int32, int64];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.SHAPE_ONLY;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.of(context.input(0).rank()));
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return PartialValue.sizes(context.input(0));
  }

  @Override
  public String notDifferentiable() {
    return "a shape does not depend on the values";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> write(context.input(0).shape(), context, 0);
  }

  /** Gives a shape as an output of the type that was asked for, which must be wide enough. */
  static void write(Shape shape, KernelContext context, int output) {
    Tensor vector = context.allocate(output, Shape.of(shape.rank()));
    for (int d = 0; d < shape.rank(); d++) {
      set(vector, d, shape.size(d));
    }
  }

  /** Sets an element to a size. */
  static void set(Tensor target, int i, long size) {
    if (target.dtype() == DType.INT32 && size > Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "out_type int32 must hold every size, but one is %d; ask for int64", size);
    }
    target.setLong(i, size);
  }
}
