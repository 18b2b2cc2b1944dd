package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Removes the state behind a handle. If there is none that is an error, unless {@code
 * ignore_lookup_error} is set.
 */
final class DestroyResourceOp extends StateOp {
  DestroyResourceOp() {
    super("DestroyResourceOp(resource: resource) -> () ignore_lookup_error:bool=true; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean mayBeMissing = spec.attrs().bool("ignore_lookup_error");
    return context -> {
      ResourceHandle handle = Handles.of(context, 0);
      Class<?> type = ResourceKind.ofTypeName(handle.typeName()).type();
      boolean removed =
          Handles.home(context, handle).remove(handle.container(), handle.name(), type);
      if (!removed && !mayBeMissing) {
        throw Handles.missing(handle);
      }
    };
  }
}
