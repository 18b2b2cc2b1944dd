package dev.weir.graph.structural;

import dev.weir.error.WeirException;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code Placeholder() -> (output: dtype) dtype:type; shape:shape=?;} — a value that is fed. */
final class Placeholder implements OpDefinition {
  private static final Signature SIGNATURE =
      Signature.of("Placeholder() -> (output: dtype) dtype:type; shape:shape=?;");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  public NodeKind kind() {
    return NodeKind.PLACEHOLDER;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.attrs().shape("shape"));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      throw WeirException.invalidArgument(
          "You must feed a value for placeholder tensor '%s' with dtype %s and shape %s",
          spec.node(), spec.attrs().type("dtype"), spec.attrs().shape("shape"));
    };
  }
}
