package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** An op that makes the key and the counter of a generator from a pair of seeds. */
abstract class KeyAndCounter extends Op {
  private final Source source = Source.ofSeedInput(0);

  KeyAndCounter(String signature) {
    super(signature);
  }

  @Override
  public final String notDifferentiable() {
    return "its outputs are integers";
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    source.check(context);
    List<Shape> shapes = new ArrayList<>(List.of(Shape.of(1), Shape.of(2)));
    if (signature().outputs().size() > 2) {
      shapes.add(Shape.scalar());
    }
    return shapes;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Philox start = source.reserve(context, spec.attrs(), 0);
      context.allocate(0, Shape.of(1)).setLong(0, start.key());
      Tensor counter = context.allocate(1, Shape.of(2));
      counter.setLong(0, start.low());
      counter.setLong(1, start.high());
      if (context.outputCount() > 2) {
        setAlgorithm(context, 2);
      }
    };
  }

  /** Says which algorithm this is. */
  static void setAlgorithm(KernelContext context, int output) {
    context.allocate(output, Shape.scalar()).setLong(0, Source.PHILOX);
  }
}
