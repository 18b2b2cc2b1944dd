package dev.weir.runtime.internal;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What nodes keep from step to step as long as their session lives, by name. Thread-safe. */
public final class NodeStates implements AutoCloseable {
  private final Map<String, Object> states = new ConcurrentHashMap<>();

  <T> T get(String node, Class<T> type, Supplier<T> create) {
    return type.cast(states.computeIfAbsent(node, key -> create.get()));
  }

  /** Forgets everything; what has to be closed is. */
  @Override
  public void close() {
    states.values().forEach(NodeStates::close);
    states.clear();
  }

  private static void close(Object state) {
    if (state instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new WeirException(ErrorCode.INTERNAL, "the state of a node could not be closed", e);
      }
    }
  }
}
