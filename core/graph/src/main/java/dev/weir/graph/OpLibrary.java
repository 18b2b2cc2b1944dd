package dev.weir.graph;

import java.util.List;

/**
 * Ops, listed by hand and by {@link Audience}: every op is in exactly one of the lists. Libraries
 * are found with {@link java.util.ServiceLoader}.
 */
public interface OpLibrary {
  /** Ops for programs; see {@link Audience#PUBLIC}. */
  default List<OpDefinition> publicOps() {
    return List.of();
  }

  /** Ops that only gradients build; see {@link Audience#GRADIENT}. */
  default List<OpDefinition> gradientOps() {
    return List.of();
  }

  /** Ops that older files contain; see {@link Audience#LEGACY}. */
  default List<OpDefinition> legacyOps() {
    return List.of();
  }

  /** Ops that only the system builds; see {@link Audience#RUNTIME}. */
  default List<OpDefinition> runtimeOps() {
    return List.of();
  }
}
