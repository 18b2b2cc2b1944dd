package dev.weir.train;

import dev.weir.graph.Graph;
import dev.weir.runtime.Session;

/** Opens the sessions of a training: one at its start, and another one whenever one is lost. */
@FunctionalInterface
public interface SessionSource {
  /** Opens a session on a graph; the caller closes it. */
  Session open(Graph graph);
}
