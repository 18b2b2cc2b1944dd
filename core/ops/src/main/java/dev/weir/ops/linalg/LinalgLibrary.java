package dev.weir.ops.linalg;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class LinalgLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(new MatMul());
  }
}
