package dev.weir.runtime.internal;

import dev.weir.graph.Graph;
import dev.weir.runtime.ClusterOptions;

/** Reaches clusters. Found with {@link java.util.ServiceLoader}. */
public interface Connector {
  /** Whether this is the one for such a target. */
  boolean reaches(String target);

  /** Opens a session there. Fails within a bounded time if there is no response. */
  Engine connect(String target, Graph graph, ClusterOptions config);
}
