package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.Resources;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The names of state that flow along edges, and the state behind them. */
public final class Handles {
  /** The shared name of state that is private to a node. */
  public static final String ANONYMOUS = "cd2c89b7-88b7-44c8-ad83-06c2a9158347";

  /** The container of state that goes when the step does; no user can write this name. */
  private static final String STEP_CONTAINER = "<step>";

  private Handles() {}

  /** Gives a name as output 0. */
  public static void give(
      KernelContext context,
      ResourceKind kind,
      String container,
      String name,
      List<ResourceHandle.TypeAndShape> contents) {
    Resources resources = context.resources();
    ResourceHandle handle =
        new ResourceHandle(
            context.device(),
            container.isEmpty() ? resources.defaultContainer() : container,
            name,
            kind.hash(),
            kind.typeName(),
            contents);
    context.allocate(0, Shape.scalar()).setObject(0, handle);
  }

  /** Gives a name that was never used before, of state that goes when the step does. */
  public static void giveAnonymous(
      KernelContext context, ResourceKind kind, List<ResourceHandle.TypeAndShape> contents) {
    give(context, kind, STEP_CONTAINER, java.util.UUID.randomUUID().toString(), contents);
  }

  /** The name that arrived as an input. */
  public static ResourceHandle of(KernelContext context, int i) {
    Tensor tensor = context.input(i);
    if (tensor.dtype() != DType.RESOURCE || tensor.elements() != 1) {
      throw WeirException.invalidArgument(
          "a single handle is needed, got %s%s", tensor.dtype(), tensor.shape());
    }
    if (!(tensor.getObject(0) instanceof ResourceHandle handle)) {
      throw WeirException.invalidArgument("%s is no handle", tensor.getObject(0));
    }
    if (!handle.device().equals(context.device())) {
      throw WeirException.invalidArgument(
          "state is used on the device it lives on: %s lives on %s, this runs on %s",
          handle.name(), handle.device(), context.device());
    }
    return handle;
  }

  /** The state behind an input; null if there is none. */
  public static <T> @Nullable T find(KernelContext context, int i, Class<T> type) {
    ResourceHandle handle = of(context, i);
    return home(context, handle).find(handle.container(), handle.name(), type);
  }

  /** The state behind an input; fails if there is none. */
  public static <T> T require(KernelContext context, int i, Class<T> type) {
    T found = find(context, i, type);
    if (found == null) {
      throw missing(of(context, i));
    }
    return found;
  }

  /** The refusal of a name nothing goes by. */
  public static WeirException missing(ResourceHandle handle) {
    return WeirException.notFound(
        "Resource %s/%s (%s) does not exist", handle.container(), handle.name(), handle.typeName());
  }

  /** The state behind an input, made if there is none. */
  public static <T> T findOrCreate(
      KernelContext context, int i, Class<T> type, Supplier<T> create) {
    ResourceHandle handle = of(context, i);
    return home(context, handle).getOrCreate(handle.container(), handle.name(), type, create);
  }

  /** Where the state of a name lives. */
  public static Resources home(KernelContext context, ResourceHandle handle) {
    return handle.container().equals(STEP_CONTAINER)
        ? context.stepResources()
        : context.resources();
  }
}
