package dev.weir.simulation;

import dev.weir.graph.kernel.Resources;
import dev.weir.runtime.internal.device.NamedResources;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state of a task; calls a listener when it is cleared. */
record ObservedResources(NamedResources inside, Runnable whenCleared) implements Resources {
  @Override
  public String defaultContainer() {
    return inside.defaultContainer();
  }

  @Override
  public <T> T getOrCreate(String container, String name, Class<T> type, Supplier<T> create) {
    return inside.getOrCreate(container, name, type, create);
  }

  @Override
  public <T> @Nullable T find(String container, String name, Class<T> type) {
    return inside.find(container, name, type);
  }

  @Override
  public boolean remove(String container, String name, Class<?> type) {
    return inside.remove(container, name, type);
  }

  @Override
  public void reset(String container) {
    whenCleared.run();
    inside.reset(container);
  }
}
