package dev.weir.train.internal.epoch;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The state of this task's epoch: the epoch that was begun last, the one that was finished last,
 * the number of heartbeats so far, how many steps of earlier epochs still run, whether the training
 * of the epoch is over, and which training that is.
 */
final class WeirReadEpoch extends EpochOp {
  private static final Shape STATE = Shape.of(6);

  WeirReadEpoch() {
    super("WeirReadEpoch() -> (state: int64) shared_name:string=\"\"; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(STATE);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = name(spec);
    return context -> {
      EpochState now = state(context, name).now();
      Tensor out = context.allocate(0, STATE);
      out.setLong(0, now.begun().value());
      out.setLong(1, now.finished().value());
      out.setLong(2, now.heartbeats());
      out.setLong(3, now.earlierSteps());
      out.setLong(4, now.isClosed() ? 1 : 0);
      out.setLong(5, now.training().value());
    };
  }
}
