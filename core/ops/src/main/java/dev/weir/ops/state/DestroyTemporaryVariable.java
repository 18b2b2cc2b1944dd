package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;

/** The last value of a temporary variable, which is gone after this. */
final class DestroyTemporaryVariable extends StateOp {
  DestroyTemporaryVariable() {
    super("DestroyTemporaryVariable(ref: ref T) -> (value: T) T:type; var_name:string;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.input(0));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = spec.attrs().string("var_name");
    return context -> {
      context.set(0, context.reference(0).read());
      boolean removed =
          context.stepResources().remove(TemporaryVariable.CONTAINER, name, Variable.class);
      if (!removed) {
        throw WeirException.notFound("the step has no temporary variable \"%s\"", name);
      }
    };
  }
}
