package dev.weir.ops.nn.conv;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Convolution, pooling and dilation. */
public final class ConvLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new AvgPool(),
        new AvgPool3D(),
        new Conv2D(),
        new Conv2DBackpropInput(),
        new Conv3D(),
        new Conv3DBackpropInputV2(),
        new DepthwiseConv2dNative(),
        new Dilation2D(),
        new MaxPool(),
        new MaxPool3D(),
        new MaxPoolV2(),
        new MaxPoolWithArgmax());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new AvgPool3DGrad(),
        new AvgPoolGrad(),
        new Conv2DBackpropFilter(),
        new Conv3DBackpropFilterV2(),
        new DepthwiseConv2dNativeBackpropFilter(),
        new DepthwiseConv2dNativeBackpropInput(),
        new Dilation2DBackpropFilter(),
        new Dilation2DBackpropInput(),
        new MaxPool3DGrad(),
        new MaxPool3DGradGrad(),
        new MaxPoolGrad(),
        new MaxPoolGradGrad(),
        new MaxPoolGradGradV2(),
        new MaxPoolGradGradWithArgmax(),
        new MaxPoolGradV2(),
        new MaxPoolGradWithArgmax());
  }

  @Override
  public List<OpDefinition> runtimeOps() {
    return List.of(new FusedConv2D());
  }
}
