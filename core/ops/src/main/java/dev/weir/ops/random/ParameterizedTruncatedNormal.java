package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Normal numbers with given means and deviations, those beyond given bounds drawn again. The
 * parameters are scalars or have an element for each position of the first dimension.
 *
 * <p>All numbers come from one stream in order. TensorFlow does the same as long as it uses a
 * single thread, which for small outputs it does.
 */
final class ParameterizedTruncatedNormal extends Op {
  private static final long BATCH = 100;
  private static final long RESERVED = 1000;

  private final Source source = Source.ofState();

  ParameterizedTruncatedNormal() {
    super(
        "ParameterizedTruncatedNormal(shape: T, means: dtype, stdevs: dtype, minvals:"
            + " dtype, maxvals: dtype) -> (output: dtype) seed:int=0; seed2:int=0; dtype:type in"
            + " [half, bfloat16, float, double]; T:type in [int32, int64]; stateful");
  }

  @Override
  public String notDifferentiable() {
    return "a draw outside the bounds is repeated, so the result does not follow them smoothly";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = ShapedRandom.requestedShape(context);
    if (shape.hasRank(0)) {
      throw context.invalid("shape must have at least one size: %s", context.describe(0));
    }
    for (int i = 1; i <= 4; i++) {
      Shape parameter = context.input(i);
      if (parameter.hasRank() && parameter.rank() > 1) {
        throw context.invalid("a parameter must be a scalar or a vector: %s", context.describe(i));
      }
      boolean isSingle = !parameter.hasRank() || parameter.rank() == 0 || parameter.size(0) == 1;
      if (!isSingle && shape.hasRank() && !parameter.isCompatibleWith(Shape.of(shape.size(0)))) {
        throw context.invalid(
            "a parameter must have length 1 or that of the first dimension: %s, shape is %s",
            context.describe(i), shape);
      }
    }
    return List.of(shape);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Shape shape = ShapedRandom.requestedShape(context.input(0));
      Tensor output = context.allocate(0, shape);
      boolean isUniform =
          context.input(1).elements() == 1
              && context.input(2).elements() == 1
              && context.input(3).shape().isScalar()
              && context.input(4).shape().isScalar();
      long elements = output.elements();
      long perBatch = isUniform ? BATCH : shape.elements(1, shape.rank());
      long batches = isUniform ? (elements + BATCH - 1) / BATCH : shape.size(0);
      long reserved = batches * 2 * RESERVED * (perBatch + 3) / 4;
      Philox start = source.reserve(context, spec.attrs(), reserved);
      BoundedNormal normal = new BoundedNormal(start, output);
      for (long batch = 0; batch < batches; batch++) {
        long from = batch * perBatch;
        normal.fill(parameters(context, batch), from, Math.min(from + perBatch, elements));
      }
    };
  }

  private static BoundedNormal.Parameters parameters(KernelContext context, long batch) {
    return new BoundedNormal.Parameters(
        parameter(context.input(1), batch),
        parameter(context.input(2), batch),
        parameter(context.input(3), batch),
        parameter(context.input(4), batch));
  }

  private static double parameter(Tensor values, long batch) {
    return values.getDouble(values.elements() == 1 ? 0 : batch);
  }
}
