package dev.weir.ops.random;

import dev.weir.tensor.DType;

/** An op that draws from Poisson distributions whose rates are an input. */
abstract class PoissonRandom extends ParameterRandom {
  PoissonRandom(String signature, Source source, int parameters, boolean isWholeShape) {
    super(signature, source, parameters, isWholeShape);
  }

  @Override
  public final String notDifferentiable() {
    return "its outputs are whole numbers";
  }

  @Override
  final Draw draw(DType outputDtype) {
    double highest = highest(outputDtype);
    return (rate, generator) -> Poisson.draw(rate, generator, highest);
  }

  private static double highest(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> 65504;
      case FLOAT32 -> Float.MAX_VALUE;
      case INT32 -> Integer.MAX_VALUE;
      case INT64 -> Long.MAX_VALUE;
      default -> Double.MAX_VALUE;
    };
  }
}
