package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/**
 * The largest element of each window and where it is: its position in its image, or in all images
 * if {@code include_batch_in_index}. The first of equals.
 */
final class MaxPoolWithArgmax extends PoolOp {
  MaxPoolWithArgmax() {
    super(
        "MaxPoolWithArgmax(input: T) -> (output: T, argmax: Targmax) ksize:list(int) >=4;"
            + " strides:list(int) >=4; Targmax:type=int64 in [int32, int64]; padding:string in"
            + " [\"SAME\", \"VALID\"]; include_batch_in_index:bool=false; T:type in [float,"
            + " double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape input = context.requireRank(0, 4);
    PoolWindow sliding = Objects.requireNonNull(sliding(context));
    checkChannels(sliding, input, false);
    Shape output = sliding.output(input);
    return List.of(output, output);
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            poolGradient(
                context,
                "MaxPoolGradWithArgmax",
                context.input(0),
                context.gradient(),
                context.output(1)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean countsBatch = spec.attrs().bool("include_batch_in_index");
    return kernel(spec, (context, sliding) -> pool(context, sliding, countsBatch));
  }

  private static void pool(KernelContext context, PoolWindow sliding, boolean countsBatch) {
    Tensor input = context.input(0);
    PoolPlan plan = sliding.plan(input.shape());
    Tensor output = context.allocate(0, plan.output());
    Tensor argmax = context.allocate(1, plan.output());
    long image = input.shape().elements(1, 4);
    plan.forEach(
        context,
        (out, first, offsets, count) -> {
          long best = Largest.in(input, first, offsets, count);
          Largest.copy(input, best, output, out);
          argmax.setLong(out, countsBatch ? best : best % image);
        });
  }
}
