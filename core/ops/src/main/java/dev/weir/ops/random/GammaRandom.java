package dev.weir.ops.random;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;

/** An op that draws from gamma distributions with scale 1 whose shapes are an input. */
abstract class GammaRandom extends ParameterRandom {
  private final int alpha;

  GammaRandom(String signature, Source source, int alpha, boolean isWholeShape) {
    super(signature, source, alpha, isWholeShape);
    this.alpha = alpha;
  }

  @Override
  final Draw draw(DType outputDtype) {
    return Gamma::draw;
  }

  /**
   * How a number would have to change for its place in the distribution to stay the same; the
   * derivative of a mean of many is the mean of theirs.
   */
  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        alpha,
        () -> {
          Output parameter = context.input(alpha);
          DType dtype = parameter.dtype() == DType.FLOAT16 ? DType.FLOAT32 : parameter.dtype();
          Output slope =
              on.op(
                  "RandomGammaGrad", on.cast(parameter, dtype), on.cast(context.output(0), dtype));
          Output product = on.mul(context.gradient(), on.cast(slope, parameter.dtype()));
          return on.sumTo(product, parameter);
        });
  }
}
