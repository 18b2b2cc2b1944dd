package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a variable, which lives in a container under the shared name or the node's. It is
 * another one than what a {@link VarHandleOp} of that name names.
 */
abstract class ReferenceVariable extends Op {
  ReferenceVariable(String signature) {
    super(signature);
  }

  @Override
  public final @Nullable String notDifferentiable() {
    return "it is a source of values";
  }

  /** What values must fit, by the node's attributes. */
  abstract Shape declared(Attributes attrs);

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return List.of(declared(context.attrs()));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    String shared = attrs.string("shared_name");
    String name = shared.isEmpty() ? spec.node() : shared;
    String container = attrs.string("container");
    DType dtype = attrs.type("dtype");
    Shape shape = declared(attrs);
    return context -> {
      Variable variable =
          context
              .resources()
              .getOrCreate(
                  container,
                  name,
                  ReferencedVariable.class,
                  () -> new ReferencedVariable(new Variable(name, dtype, shape)))
              .variable();
      requireSame(variable, dtype, shape);
      context.setReference(0, variable);
    };
  }

  private static void requireSame(Variable variable, DType dtype, Shape shape) {
    if (variable.dtype() != dtype || !variable.shape().equals(shape)) {
      throw WeirException.invalidArgument(
          "Trying to share variable %s: it holds %s%s, this node says %s%s",
          variable.name(), variable.dtype(), variable.shape(), dtype, shape);
    }
  }
}
