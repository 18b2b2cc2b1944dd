package dev.weir.ops.nn;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.OpTraits;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Adds a number to each channel. */
abstract class BiasAddition extends Op {
  BiasAddition(String signature) {
    super(signature);
  }

  @Override
  public OpTraits traits() {
    return OpTraits.BIAS_ADDITION;
  }

  private static String format(Attributes attrs) {
    return attrs.has("data_format") ? attrs.string("data_format") : "NHWC";
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    String format = format(context.attrs());
    Shape value = context.requireRankAtLeast(0, format.equals("NCHW") ? 3 : 2);
    Shape bias = context.requireRank(1, 1);
    if (!value.hasRank()) {
      return List.of(value);
    }
    int d = Channels.dimension(format, value.rank());
    if (!value.slice(d, d + 1).isCompatibleWith(bias)) {
      throw context.invalid(
          "there must be a bias for every channel: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(value.withSize(d, value.slice(d, d + 1).mergeWith(bias).size(0)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    String format = format(spec.attrs());
    return context -> add(context, format);
  }

  private static void add(KernelContext context, String format) {
    Tensor value = context.input(0);
    Tensor bias = context.input(1);
    Tensor out = context.forward(0, 0, value.shape());
    BinaryKernels.Cell sum = Accumulation.SUM.step(value.dtype());
    long step = Channels.step(value.shape(), format);
    for (long i = 0; i < out.elements(); i++) {
      sum.compute(value, i, bias, i / step % bias.elements(), out, i);
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    String format = format(context.node().attrs());
    context.pass(0, 0);
    context.flow(
        1,
        () ->
            on.node("BiasAddGrad")
                .input(context.gradient())
                .attr("data_format", format)
                .build()
                .output(0));
  }
}
