package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reference among {@code inputs} that {@code index} names. */
final class RefSelect extends Op {
  RefSelect() {
    super("RefSelect(index: int32, inputs: ref N*T) -> (output: ref T) T:type; N:int >=1;");
  }

  @Override
  public @Nullable String notDifferentiable() {
    return "its output is a reference";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    Shape first = context.input(1);
    for (int i = 1; i < context.inputCount(); i++) {
      if (!context.input(i).isFullyKnown() || !context.input(i).equals(first)) {
        return List.of(Shape.unknown());
      }
    }
    return List.of(first);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      long index = context.input(0).getLong(0);
      int count = context.inputCount() - 1;
      if (index < 0 || index >= count) {
        throw WeirException.invalidArgument("index must be in [0, %d), got %d", count, index);
      }
      context.setReference(0, context.reference((int) index + 1));
    };
  }
}
