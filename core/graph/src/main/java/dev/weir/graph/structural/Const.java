package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code Const() -> (output: dtype) value:tensor; dtype:type;} — always the same tensor. */
final class Const implements OpDefinition {
  private static final Signature SIGNATURE =
      Signature.of("Const() -> (output: dtype) value:tensor; dtype:type;");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  public NodeKind kind() {
    return NodeKind.CONSTANT;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Tensor value = context.attrs().tensor("value");
    if (value.dtype() != context.attrs().type("dtype")) {
      throw context.invalid(
          "dtype is %s, but value is %s%s",
          context.attrs().type("dtype"), value.dtype(), value.shape());
    }
    return List.of(value.shape());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Tensor value = spec.attrs().tensor("value");
    return context -> context.set(0, value.retained());
  }
}
