package dev.weir.ops.control;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class ControlLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of();
  }
}
