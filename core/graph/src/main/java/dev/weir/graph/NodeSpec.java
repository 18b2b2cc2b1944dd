package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything a node is made of, before it is in a graph. */
record NodeSpec(
    String name,
    OpDefinition op,
    Attributes attrs,
    List<Output> inputs,
    List<Node> controlInputs,
    String device,
    @Nullable Provenance provenance) {
  /** An error that names this node and the line that builds it, unless it names a node already. */
  WeirException located(WeirException error) {
    return error.withNode(op.signature().name(), name, Provenance.text(provenance));
  }
}
