package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Folds;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The sum over everything but the channels: the gradient of {@code BiasAdd} with respect to the
 * bias.
 */
final class BiasAddGrad extends Op {
  BiasAddGrad() {
    super(
        "BiasAddGrad(out_backprop: T) -> (output: T) T:type in [float, double, int32, uint8, int16,"
            + " int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16,"
            + " complex128, half, uint32, uint64]; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    String format = context.attrs().string("data_format");
    Shape grad = context.requireRankAtLeast(0, format.equals("NCHW") ? 3 : 2);
    int d = Channels.dimension(format, grad.hasRank() ? grad.rank() : 1);
    return List.of(Shape.of(grad.size(d)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String format = spec.attrs().string("data_format");
    return context -> sum(context, format);
  }

  private static void sum(KernelContext context, String format) {
    Tensor grad = context.input(0);
    Shape shape = grad.shape();
    int d = Channels.dimension(format, shape.rank());
    long channels = shape.size(d);
    long step = Channels.step(shape, format);
    ReducedDimensions.Fold fold = Folds.sum(grad, context.allocate(0, Shape.of(channels)));
    long outer = shape.elements(0, d);
    for (long channel = 0; channel < channels; channel++) {
      fold.start();
      for (long o = 0; o < outer; o++) {
        fold.add((o * channels + channel) * step, 1, step);
      }
      fold.finish(channel, outer * step);
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    String format = context.node().attrs().string("data_format");
    context.flow(
        0,
        () ->
            on.node("BiasAdd")
                .input(on.zerosLike(context.input(0)))
                .input(context.gradient())
                .attr("data_format", format)
                .build()
                .output(0));
  }
}
