package dev.weir.ops.nn.conv;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Fusion;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * {@code output = f(input * filter)}, a convolution of images with filters, to whose result a bias
 * is added or which is normalized, and with an activation if there is one: all that {@code
 * fused_ops} names, in one node. What is in {@code host_args} is scales for integers, which are not
 * supported; it is not looked at.
 *
 * <p>Made by compilers of graphs; a program has no need of it.
 */
final class FusedConv2D extends Op {
  private final Conv2D convolution = new Conv2D();

  FusedConv2D() {
    super(
        "_FusedConv2D(input: T, filter: T, args: TArgs..., host_args: num_host_args*float) ->"
            + " (output: T) T:type in [half, float, double, int8, qint8]; TArgs:list(type) >=1;"
            + " num_args:int >=0; num_host_args:int=0 >=0; strides:list(int); padding:string in"
            + " [\"SAME\", \"VALID\", \"EXPLICIT\"]; explicit_paddings:list(int)=[];"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"];"
            + " filter_format:string=\"HWIO\" in [\"HWIO\", \"OIHW\", \"OIHW_VECT_I\"];"
            + " dilations:list(int)=[1, 1, 1, 1]; use_cudnn_on_gpu:bool=true;"
            + " fused_ops:list(string)=[]; epsilon:float=1.0E-4; leakyrelu_alpha:float=0.2;");
  }

  private static Fusion fusion(Attributes attrs) {
    return Fusion.of(attrs, attrs.string("data_format"), true);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Attributes attrs = context.attrs();
    if (!attrs.string("filter_format").equals("HWIO")) {
      throw WeirException.unimplemented(
          "filter_format must be HWIO, got %s", attrs.string("filter_format"));
    }
    if (!attrs.type("T").isFloating()) {
      throw WeirException.unimplemented(
          "fused convolutions are of floating-point numbers, not of %s", attrs.type("T"));
    }
    List<Shape> shapes = convolution.inferShapes(context);
    fusion(attrs).check(context, shapes.getFirst(), attrs.types("TArgs").size());
    return shapes;
  }

  @Override
  public double workPerByte() {
    return convolution.workPerByte();
  }

  @Override
  public String notDifferentiable() {
    return "it is made of ops that are, after gradients were taken";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return fusion(spec.attrs()).after(convolution.kernel(spec), spec);
  }
}
