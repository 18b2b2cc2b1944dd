package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The gradient of the largest elements of windows, told where they are. */
final class MaxPoolGradWithArgmax extends ArgmaxPoolOp {
  MaxPoolGradWithArgmax() {
    super(
        "MaxPoolGradWithArgmax(input: T, grad: T, argmax: Targmax) -> (output: T)"
            + " ksize:list(int) >=4; strides:list(int) >=4; padding:string in [\"SAME\","
            + " \"VALID\"]; include_batch_in_index:bool=false; Targmax:type in [int32, int64];"
            + " T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,"
            + " half, uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape pooled = pooled(context, known(context));
    requireShape(context, 1, pooled, "the gradient");
    requireShape(context, 2, pooled, "argmax");
    return List.of(context.requireRank(0, 4));
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        1,
        () ->
            poolGradient(
                context,
                "MaxPoolGradGradWithArgmax",
                context.input(0),
                context.gradient(),
                context.input(2)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean countsBatch = spec.attrs().bool("include_batch_in_index");
    return context -> spread(context, countsBatch);
  }

  private static void spread(KernelContext context, boolean countsBatch) {
    Shape images = context.input(0).shape();
    Tensor gradient = context.input(1);
    Tensor argmax = context.input(2);
    Tensor output = context.allocate(0, images);
    ElementCopier.clear(output);
    ElementCombiner add = ElementCombiner.add(output.dtype());
    for (long i = 0; i < argmax.elements(); i++) {
      add.apply(output, source(argmax, i, images, countsBatch), gradient, i);
    }
  }
}
