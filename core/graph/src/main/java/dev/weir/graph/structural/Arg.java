package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * {@code _Arg() -> (output: T) T:type; index:int >=0; stateful} — a value the step or function is
 * called with.
 */
final class Arg extends RunByRuntime {
  Arg() {
    super("_Arg() -> (output: T) T:type; index:int >=0; stateful", NodeKind.ARGUMENT);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(
        context.attrs().has("_shape") ? context.attrs().shape("_shape") : Shape.unknown());
  }

  @Override
  public String notDifferentiable() {
    return "it is an input of its function";
  }
}
