package dev.weir.cluster.master;

import dev.weir.cluster.TaskId;
import dev.weir.graph.Graph;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one task does in a step.
 *
 * @param feeds the keys under which it is fed, by the edge's name as the client gave it
 * @param fetches the keys under which it gives what is fetched, likewise
 */
record StepPart(
    TaskId task,
    boolean isWeirs,
    Graph graph,
    Map<String, String> feeds,
    Map<String, String> fetches) {
  StepPart {
    feeds = Collections.unmodifiableMap(new LinkedHashMap<>(feeds));
    fetches = Collections.unmodifiableMap(new LinkedHashMap<>(fetches));
  }
}
