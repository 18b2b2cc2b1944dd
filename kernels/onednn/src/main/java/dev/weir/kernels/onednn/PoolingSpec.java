package dev.weir.kernels.onednn;

import java.util.List;

/**
 * The largest elements or the averages of windows in float32, or the gradient of these.
 *
 * @param isTraining whether the places of the largest elements are kept
 */
record PoolingSpec(
    boolean isMax,
    boolean isTraining,
    boolean isGradient,
    MemoryDesc source,
    MemoryDesc destination,
    DnnlPrimitives.Slide slide)
    implements PrimitiveSpec {
  private static final int MAX = 511;
  private static final int AVERAGE_WITHOUT_PADDING = 1023;

  @Override
  public List<PrimitiveArgument> arguments() {
    PrimitiveArgument from =
        isGradient ? PrimitiveArgument.DESTINATION_GRADIENT : PrimitiveArgument.SOURCE;
    PrimitiveArgument to =
        isGradient ? PrimitiveArgument.SOURCE_GRADIENT : PrimitiveArgument.DESTINATION;
    return isMax && isTraining ? List.of(from, to, PrimitiveArgument.WORKSPACE) : List.of(from, to);
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    int algorithm = isMax ? MAX : AVERAGE_WITHOUT_PADDING;
    long from = scope.memoryDesc(source);
    long to = scope.memoryDesc(destination);
    long attributes = scope.attributes(PrimitiveAttributes.STRICT);
    long forward =
        DnnlPrimitives.pooling(engine.handle(), isTraining, algorithm, from, to, slide, attributes);
    if (!isGradient) {
      return forward;
    }
    scope.own(DnnlObject.PRIMITIVE_DESC, forward);
    return DnnlPrimitives.poolingBackward(
        engine.handle(), algorithm, from, to, slide, forward, attributes);
  }

  @Override
  public String toString() {
    return "%s pooling%s of %s to %s, %s"
        .formatted(
            isMax ? "max" : "average", isGradient ? " gradient" : "", source, destination, slide);
  }
}
