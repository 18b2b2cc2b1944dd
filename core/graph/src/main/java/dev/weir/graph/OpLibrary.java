package dev.weir.graph;

import java.util.List;

/**
 * A list of ops. Libraries are found with {@link java.util.ServiceLoader}; ops are listed by hand.
 */
public interface OpLibrary {
  /** The ops, each once. */
  List<OpDefinition> ops();
}
