package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.Collection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every op a graph may use, by name. Immutable. */
public final class OpRegistry {
  private final Map<String, OpDefinition> byName;

  private OpRegistry(Map<String, OpDefinition> byName) {
    this.byName = byName;
  }

  /** The ops of these libraries. */
  public static OpRegistry of(Iterable<? extends OpLibrary> libraries) {
    Map<String, OpDefinition> byName = new TreeMap<>();
    for (OpLibrary library : libraries) {
      for (OpDefinition op : library.ops()) {
        OpDefinition before = byName.put(op.signature().name(), op);
        if (before != null) {
          throw WeirException.internal(
              "%s is defined twice, by %s and %s",
              op.signature().name(), before.getClass().getName(), op.getClass().getName());
        }
      }
    }
    return new OpRegistry(byName);
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

  /** All ops, by name. */
  public Collection<OpDefinition> all() {
    return java.util.Collections.unmodifiableCollection(byName.values());
  }
}
