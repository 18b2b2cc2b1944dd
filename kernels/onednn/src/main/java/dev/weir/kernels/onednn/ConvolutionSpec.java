package dev.weir.kernels.onednn;

import java.util.List;

/**
 * A convolution of images, or one of its gradients, in float32. Images have the user's layout, the
 * weights the one that suits best.
 */
record ConvolutionSpec(
    Direction direction,
    MemoryDesc source,
    MemoryDesc destination,
    MemoryDesc weights,
    DnnlPrimitives.Slide slide)
    implements PrimitiveSpec {
  /** What is computed from what. */
  enum Direction {
    FORWARD(PrimitiveArgument.SOURCE, PrimitiveArgument.WEIGHTS, PrimitiveArgument.DESTINATION),
    SOURCE_GRADIENT(
        PrimitiveArgument.SOURCE_GRADIENT,
        PrimitiveArgument.WEIGHTS,
        PrimitiveArgument.DESTINATION_GRADIENT),
    WEIGHTS_GRADIENT(
        PrimitiveArgument.SOURCE,
        PrimitiveArgument.WEIGHTS_GRADIENT,
        PrimitiveArgument.DESTINATION_GRADIENT);

    private final List<PrimitiveArgument> arguments;

    Direction(PrimitiveArgument source, PrimitiveArgument weights, PrimitiveArgument destination) {
      this.arguments = List.of(source, weights, destination);
    }

    /** The part that the weights play. */
    PrimitiveArgument weights() {
      return arguments.get(1);
    }
  }

  @Override
  public List<PrimitiveArgument> arguments() {
    return direction.arguments;
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    long from = scope.memoryDesc(source);
    long filter = scope.memoryDesc(MemoryDesc.any(DataType.F32, weights.dims()));
    long to = scope.memoryDesc(destination);
    long attributes = scope.attributes(PrimitiveAttributes.STRICT);
    long forward = DnnlPrimitives.convolution(engine.handle(), from, filter, to, slide, attributes);
    if (direction == Direction.FORWARD) {
      return forward;
    }
    scope.own(DnnlObject.PRIMITIVE_DESC, forward);
    return direction == Direction.SOURCE_GRADIENT
        ? DnnlPrimitives.convolutionBackwardData(
            engine.handle(), from, filter, to, slide, forward, attributes)
        : DnnlPrimitives.convolutionBackwardWeights(
            engine.handle(), from, filter, to, slide, forward, attributes);
  }

  @Override
  public String toString() {
    return "convolution %s of %s and %s to %s, %s"
        .formatted(direction, source, weights, destination, slide);
  }
}
