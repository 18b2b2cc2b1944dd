package dev.weir.ops.conv;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class ConvLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new AvgPool(),
        new AvgPool3D(),
        new AvgPool3DGrad(),
        new AvgPoolGrad(),
        new Conv2D(),
        new Conv2DBackpropFilter(),
        new Conv2DBackpropInput(),
        new Conv3D(),
        new Conv3DBackpropFilterV2(),
        new Conv3DBackpropInputV2(),
        new DepthwiseConv2dNative(),
        new DepthwiseConv2dNativeBackpropFilter(),
        new DepthwiseConv2dNativeBackpropInput(),
        new Dilation2D(),
        new Dilation2DBackpropFilter(),
        new Dilation2DBackpropInput(),
        new FusedConv2D(),
        new MaxPool(),
        new MaxPool3D(),
        new MaxPool3DGrad(),
        new MaxPool3DGradGrad(),
        new MaxPoolGrad(),
        new MaxPoolGradGrad(),
        new MaxPoolGradGradV2(),
        new MaxPoolGradGradWithArgmax(),
        new MaxPoolGradV2(),
        new MaxPoolGradWithArgmax(),
        new MaxPoolV2(),
        new MaxPoolWithArgmax());
  }
}
