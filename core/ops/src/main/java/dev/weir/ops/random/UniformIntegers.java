package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** An op that draws integers between two bounds that are inputs. */
abstract class UniformIntegers extends ShapedRandom {
  private final int minval;

  UniformIntegers(String signature, Source source, int minval) {
    super(signature, source);
    this.minval = minval;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(minval);
    context.requireScalar(minval + 1);
    return super.inferShapes(context);
  }

  @Override
  final Sampler<?> sampler(KernelContext context, DType dtype) {
    Tensor low = context.input(minval);
    Tensor high = context.input(minval + 1);
    boolean ordered =
        dtype == DType.UINT64
            ? Long.compareUnsigned(low.getLong(0), high.getLong(0)) < 0
            : low.getLong(0) < high.getLong(0);
    if (!ordered) {
      throw WeirException.invalidArgument("Need minval < maxval, got %s and %s", low, high);
    }
    return Samplers.integers(dtype, low.getLong(0), high.getLong(0));
  }
}
