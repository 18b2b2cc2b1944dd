package dev.weir.runtime.internal.device;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Resources;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resources in a map, by container, name and type. Resources that are left when the map becomes
 * unreachable are closed.
 */
public final class NamedResources implements Resources, AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private record Key(String container, String name, Class<?> type) {}

  private final String defaultContainer;
  private final Map<Key, Object> things = new ConcurrentHashMap<>();
  private final Cleaner.Cleanable cleanable;

  /** No resources yet; an empty container name means {@code defaultContainer}. */
  public NamedResources(String defaultContainer) {
    this.defaultContainer = defaultContainer;
    Map<Key, Object> held = things;
    this.cleanable = CLEANER.register(this, () -> closeAll(held));
  }

  @Override
  public String defaultContainer() {
    return defaultContainer;
  }

  private Key key(String container, String name, Class<?> type) {
    return new Key(container.isEmpty() ? defaultContainer : container, name, type);
  }

  @Override
  public <T> T getOrCreate(String container, String name, Class<T> type, Supplier<T> create) {
    return type.cast(things.computeIfAbsent(key(container, name, type), k -> create.get()));
  }

  @Override
  public <T> @Nullable T find(String container, String name, Class<T> type) {
    return type.cast(things.get(key(container, name, type)));
  }

  @Override
  public boolean remove(String container, String name, Class<?> type) {
    Object removed = things.remove(key(container, name, type));
    close(removed);
    return removed != null;
  }

  @Override
  public void reset(String container) {
    String wanted = container.isEmpty() ? defaultContainer : container;
    List<Key> keys = new ArrayList<>(things.keySet());
    keys.stream().filter(k -> k.container().equals(wanted)).forEach(k -> close(things.remove(k)));
  }

  /** Closes everything. */
  @Override
  public void close() {
    cleanable.clean();
  }

  private static void closeAll(Map<Key, Object> things) {
    new ArrayList<>(things.keySet()).forEach(key -> close(things.remove(key)));
  }

  private static void close(@Nullable Object thing) {
    if (thing instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new WeirException(ErrorCode.INTERNAL, "a resource could not be closed", e);
      }
    }
  }
}
