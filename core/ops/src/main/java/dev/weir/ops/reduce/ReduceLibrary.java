package dev.weir.ops.reduce;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class ReduceLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of();
  }
}
