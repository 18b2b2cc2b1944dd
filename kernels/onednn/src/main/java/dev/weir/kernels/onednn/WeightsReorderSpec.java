package dev.weir.kernels.onednn;

import java.util.List;

/**
 * Copies the weights of a convolution from the user's layout to the one that its primitive wants,
 * or back.
 */
record WeightsReorderSpec(ConvolutionSpec convolution, boolean isBack) implements PrimitiveSpec {
  private static final List<PrimitiveArgument> ARGUMENTS =
      List.of(PrimitiveArgument.SOURCE, PrimitiveArgument.DESTINATION);

  @Override
  public List<PrimitiveArgument> arguments() {
    return ARGUMENTS;
  }

  @Override
  public long describe(Engine engine, DescriptorScope scope) {
    long described = scope.own(DnnlObject.PRIMITIVE_DESC, convolution.describe(engine, scope));
    long chosen = DnnlObjects.argumentDesc(described, convolution.direction().weights());
    long plain = scope.memoryDesc(convolution.weights());
    return DnnlPrimitives.reorder(
        engine.handle(),
        isBack ? chosen : plain,
        isBack ? plain : chosen,
        scope.attributes(PrimitiveAttributes.STRICT));
  }
}
