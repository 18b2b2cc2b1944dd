package dev.weir.ops.state;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class StateLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of();
  }
}
