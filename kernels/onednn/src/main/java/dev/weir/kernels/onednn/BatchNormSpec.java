package dev.weir.kernels.onednn;

import java.util.List;

/**
 * The normalization of a batch of float32 images, or its gradients.
 *
 * @param isTraining whether mean and variance are those of the batch
 */
record BatchNormSpec(boolean isTraining, boolean isGradient, float epsilon, MemoryDesc images)
    implements PrimitiveSpec {
  private static final int USE_GLOBAL_STATISTICS = 1;
  private static final int USE_SCALE = 2;
  private static final int USE_SHIFT = 4;

  @Override
  public List<PrimitiveArgument> arguments() {
    return isGradient
        ? List.of(
            PrimitiveArgument.SOURCE,
            PrimitiveArgument.MEAN,
            PrimitiveArgument.VARIANCE,
            PrimitiveArgument.DESTINATION_GRADIENT,
            PrimitiveArgument.SCALE,
            PrimitiveArgument.SOURCE_GRADIENT,
            PrimitiveArgument.SCALE_GRADIENT,
            PrimitiveArgument.SHIFT_GRADIENT)
        : List.of(
            PrimitiveArgument.SOURCE,
            PrimitiveArgument.MEAN,
            PrimitiveArgument.VARIANCE,
            PrimitiveArgument.SCALE,
            PrimitiveArgument.SHIFT,
            PrimitiveArgument.DESTINATION);
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    int flags = USE_SCALE | USE_SHIFT | (isTraining ? 0 : USE_GLOBAL_STATISTICS);
    long layout = scope.memoryDesc(images);
    long attributes = scope.attributes(PrimitiveAttributes.STRICT);
    long forward =
        DnnlPrimitives.batchNorm(
            engine.handle(), isTraining || isGradient, layout, layout, epsilon, flags, attributes);
    if (!isGradient) {
      return forward;
    }
    scope.own(DnnlObject.PRIMITIVE_DESC, forward);
    return DnnlPrimitives.batchNormBackward(
        engine.handle(), layout, epsilon, flags, forward, attributes);
  }
}
