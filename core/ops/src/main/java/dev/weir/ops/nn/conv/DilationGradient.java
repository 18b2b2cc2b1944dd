package dev.weir.ops.nn.conv;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** A gradient of dilation: that of each output goes to what was in its sum. */
abstract class DilationGradient extends DilationOp {
  private final boolean isOfFilter;

  DilationGradient(String signature, boolean isOfFilter) {
    super(signature);
    this.isOfFilter = isOfFilter;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    checkGradient(context);
    return List.of(context.input(isOfFilter ? 1 : 0));
  }

  @Override
  public final String notDifferentiable() {
    return "it is the derivative of a choice of the largest, whose own derivative is none";
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> spread(context, attrs);
  }

  private void spread(KernelContext context, Attributes attrs) {
    Tensor input = context.input(0);
    Tensor filter = context.input(1);
    Tensor gradient = context.input(2);
    Tensor output = context.allocate(0, (isOfFilter ? filter : input).shape());
    ElementCopier.clear(output);
    ConvolutionPlan plan = plan(attrs, input.shape(), filter.shape());
    if (gradient.elements() == 0) {
      return;
    }
    int size = Math.toIntExact(gradient.shape().elements(1, 4));
    long image = input.shape().elements(1, 4);
    ElementCombiner add = ElementCombiner.add(output.dtype());
    for (long n = 0; n < input.shape().size(0); n++) {
      DilationWinners winners = DilationWinners.of(context, plan, input, n * image, filter, size);
      for (int i = 0; i < size; i++) {
        if (winners.places()[i] < 0) {
          continue; // nothing of the image was under the filter
        }
        long at = isOfFilter ? winners.taps()[i] : n * image + winners.places()[i];
        add.apply(output, at, gradient, n * size + i);
      }
    }
  }
}
