package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * {@code _Retval(input: T) -> () T:type; index:int >=0; stateful} — a value the step or function
 * returns.
 */
final class Retval extends RunByRuntime {
  Retval() {
    super("_Retval(input: T) -> () T:type; index:int >=0; stateful", NodeKind.RETURN);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public String notDifferentiable() {
    return "it is an output of its function";
  }
}
