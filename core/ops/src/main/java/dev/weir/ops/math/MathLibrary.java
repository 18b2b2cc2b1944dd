package dev.weir.ops.math;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class MathLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(new AddV2(), new Tanh());
  }
}
