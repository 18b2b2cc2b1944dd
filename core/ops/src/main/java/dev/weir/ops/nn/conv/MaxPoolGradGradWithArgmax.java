package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The gradient of the gradient of the largest elements of windows, told where they are. */
final class MaxPoolGradGradWithArgmax extends ArgmaxPoolOp {
  MaxPoolGradGradWithArgmax() {
    super(
        "MaxPoolGradGradWithArgmax(input: T, grad: T, argmax: Targmax) -> (output: T)"
            + " ksize:list(int) >=4; strides:list(int) >=4; padding:string in [\"SAME\","
            + " \"VALID\"]; include_batch_in_index:bool=false; Targmax:type in [int32, int64];"
            + " T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,"
            + " half, uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape pooled = pooled(context, known(context));
    requireShape(context, 1, context.input(0), "the gradient");
    requireShape(context, 2, pooled, "argmax");
    return List.of(pooled);
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        1,
        () ->
            poolGradient(
                context,
                "MaxPoolGradWithArgmax",
                context.input(0),
                context.gradient(),
                context.input(2)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean countsBatch = spec.attrs().bool("include_batch_in_index");
    return context -> pick(context, countsBatch);
  }

  private static void pick(KernelContext context, boolean countsBatch) {
    Shape images = context.input(0).shape();
    Tensor gradient = context.input(1);
    Tensor argmax = context.input(2);
    Tensor output = context.allocate(0, argmax.shape());
    for (long i = 0; i < argmax.elements(); i++) {
      Largest.copy(gradient, source(argmax, i, images, countsBatch), output, i);
    }
  }
}
