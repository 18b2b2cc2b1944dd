package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** An op that fills the shape its first input asks for with independent random numbers. */
abstract class ShapedRandom extends Op {
  private final Source source;

  ShapedRandom(String signature, Source source) {
    super(signature);
    this.source = source;
  }

  /** The distribution to draw from. */
  abstract Sampler<?> sampler(KernelContext context, DType dtype);

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    source.check(context);
    return List.of(requestedShape(context));
  }

  /** The shape that the first input asks for, as far as it is known. */
  static Shape requestedShape(ShapeContext context) {
    context.requireRank(0, 1);
    return context.shapeValue(0);
  }

  /** The shape that a vector asks for. */
  static Shape requestedShape(Tensor vector) {
    long[] sizes = new long[(int) vector.elements()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = vector.getLong(i);
      if (sizes[i] < 0) {
        throw WeirException.invalidArgument("shape must have sizes of at least 0, got %s", vector);
      }
    }
    return Shape.of(sizes);
  }

  @Override
  public @org.jspecify.annotations.Nullable String notDifferentiable() {
    return "its inputs are whole numbers";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor output = context.allocate(0, requestedShape(context.input(0)));
      if (output.elements() > 0) {
        Sampler<?> sampler = sampler(context, output.dtype());
        Philox start =
            source.reserve(context, spec.attrs(), Sampler.RESERVED_BLOCKS * output.elements());
        sampler.fill(context.parallel(), start, output);
      }
    };
  }
}
