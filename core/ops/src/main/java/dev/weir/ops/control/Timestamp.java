package dev.weir.ops.control;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.time.Instant;
import java.util.List;

/** Seconds since 1970 when it runs. */
final class Timestamp extends Op {
  Timestamp() {
    super("Timestamp() -> (ts: double) stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Instant now = Instant.now();
      double seconds = now.getEpochSecond() + now.getNano() / 1e9;
      context.allocate(0, Shape.scalar()).setDouble(0, seconds);
    };
  }

  @Override
  public String notDifferentiable() {
    return "time does not depend on its inputs";
  }
}
