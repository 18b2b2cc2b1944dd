package dev.weir.graph.kernel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Named things that outlive steps, in named containers, shared by all sessions of a device.
 * Thread-safe. A thing that is {@link AutoCloseable} is closed when it is removed.
 */
public interface Resources {
  /** The container that is meant by an empty name. */
  String defaultContainer();

  /** The resource of this name and type, created if absent. */
  <T> T getOrCreate(String container, String name, Class<T> type, Supplier<T> create);

  /** The resource of this name and type, or null. */
  <T> @Nullable T find(String container, String name, Class<T> type);

  /** Removes a resource. Returns whether it existed. */
  boolean remove(String container, String name, Class<?> type);

  /** Removes everything in a container. */
  void reset(String container);
}
