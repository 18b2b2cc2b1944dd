package dev.weir.ops.support;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names state: by {@code container} and {@code shared_name}, or by the node's own name. */
public abstract class HandleOp extends Op {
  private final ResourceKind kind;

  protected HandleOp(String signature, ResourceKind kind) {
    super(signature);
    this.kind = kind;
  }

  /** What is known of what it holds. */
  protected List<ResourceHandle.TypeAndShape> contents(KernelSpec spec) {
    return List.of();
  }

  @Override
  public final @Nullable String notDifferentiable() {
    return "its output is a name";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String container = spec.attrs().string("container");
    String shared = spec.attrs().string("shared_name");
    List<ResourceHandle.TypeAndShape> contents = contents(spec);
    if (shared.equals(Handles.ANONYMOUS)) {
      return context -> Handles.giveAnonymous(context, kind, contents);
    }
    String name = shared.isEmpty() ? spec.node() : shared;
    return context -> Handles.give(context, kind, container, name, contents);
  }
}
