package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code ControlTrigger() -> ()} — does nothing, even when what it depends on is dead. */
final class ControlTrigger extends RunByRuntime {
  ControlTrigger() {
    super("ControlTrigger() -> ()", NodeKind.CONTROL_TRIGGER);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public String notDifferentiable() {
    return "it has no outputs";
  }
}
