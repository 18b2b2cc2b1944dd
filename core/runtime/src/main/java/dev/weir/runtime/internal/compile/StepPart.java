package dev.weir.runtime.internal.compile;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import java.util.Map;

/**
 * What one task does in a step.
 *
 * @param task where it runs; empty if there is only this process
 * @param graph its nodes, placed on devices of the task
 * @param feeds the rendezvous keys under which it is fed, by the full name of the edge; empty if
 *     feeds are arguments
 * @param fetches the rendezvous keys of what is fetched from it, likewise
 */
public record StepPart(
    String task, Graph graph, Map<String, String> feeds, Map<String, String> fetches) {
  public StepPart {
    feeds = Map.copyOf(feeds);
    fetches = Map.copyOf(fetches);
  }

  /** The key under which an edge is fed. */
  public String feedKey(Output fed) {
    return key(feeds, fed);
  }

  /** The key under which an edge is fetched. */
  public String fetchKey(Output fetched) {
    return key(fetches, fetched);
  }

  private static String key(Map<String, String> keys, Output edge) {
    String key = keys.get(edge.name());
    if (key == null) {
      throw WeirException.internal("%s is neither fed nor fetched here", edge.name());
    }
    return key;
  }
}
