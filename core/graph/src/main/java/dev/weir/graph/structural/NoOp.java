package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code NoOp() -> ()} — does nothing; something to depend on. */
final class NoOp extends RunByRuntime {
  NoOp() {
    super("NoOp() -> ()", NodeKind.NO_OP);
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
