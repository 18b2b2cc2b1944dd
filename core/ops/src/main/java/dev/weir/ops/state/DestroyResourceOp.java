package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.io.TensorQueue;
import dev.weir.ops.lookup.LookupTable;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.ResourceKind;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Removes the state behind a handle. If there is none that is an error, unless {@code
 * ignore_lookup_error} is set.
 */
final class DestroyResourceOp extends StateOp {
  private static final List<ResourceKind> KINDS =
      List.of(Variables.KIND, Mutex.KIND, TensorQueue.KIND, LookupTable.KIND);

  DestroyResourceOp() {
    super("DestroyResourceOp(resource: resource) -> () ignore_lookup_error:bool=true; stateful");
  }

  private static ResourceKind kind(String typeName) {
    return KINDS.stream()
        .filter(kind -> kind.typeName().equals(typeName))
        .findFirst()
        .orElseThrow(
            () -> WeirException.invalidArgument("no kind of state is called \"%s\"", typeName));
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
      Class<?> type = kind(handle.typeName()).type();
      boolean removed =
          Handles.home(context, handle).remove(handle.container(), handle.name(), type);
      if (!removed && !mayBeMissing) {
        throw Handles.missing(handle);
      }
    };
  }
}
