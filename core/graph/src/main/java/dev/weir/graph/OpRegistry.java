package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every op a graph may use, by name. Immutable. */
public final class OpRegistry {
  private final Map<String, OpDefinition> byName = new TreeMap<>();
  private final Map<String, Audience> audiences = new HashMap<>();

  private OpRegistry() {}

  /** The ops of these libraries. */
  public static OpRegistry of(Iterable<? extends OpLibrary> libraries) {
    OpRegistry registry = new OpRegistry();
    for (OpLibrary library : libraries) {
      registry.add(library.publicOps(), Audience.PUBLIC);
      registry.add(library.gradientOps(), Audience.GRADIENT);
      registry.add(library.legacyOps(), Audience.LEGACY);
      registry.add(library.runtimeOps(), Audience.RUNTIME);
    }
    return registry;
  }

  private void add(List<OpDefinition> ops, Audience audience) {
    for (OpDefinition op : ops) {
      String name = op.signature().name();
      OpDefinition before = byName.put(name, op);
      if (before != null) {
        throw WeirException.internal(
            "%s is defined twice, by %s and %s",
            name, before.getClass().getName(), op.getClass().getName());
      }
      audiences.put(name, audience);
    }
  }

  /** The ops of all libraries on the class path. */
  public static OpRegistry standard() {
    return Standard.REGISTRY;
  }

  private static final class Standard {
    static final OpRegistry REGISTRY = of(ServiceLoader.load(OpLibrary.class));
  }

  /** The op of this name, or null. */
  public @Nullable OpDefinition find(String name) {
    return byName.get(name);
  }

  /** The op of this name. */
  public OpDefinition get(String name) {
    OpDefinition op = find(name);
    if (op == null) {
      throw WeirException.notFound(
          "no op is called \"%s\"; %d ops are known, `weir ops` lists them", name, byName.size());
    }
    return op;
  }

  /** Who builds nodes of the op of this name. */
  public Audience audience(String name) {
    Audience audience = audiences.get(get(name).signature().name());
    return Objects.requireNonNull(audience);
  }

  /** All ops, by name. */
  public Collection<OpDefinition> all() {
    return Collections.unmodifiableCollection(byName.values());
  }
}
