package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.graph.Graph;
import dev.weir.runtime.internal.compile.StepPart;
import dev.weir.runtime.internal.compile.StepSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one task does in a step.
 *
 * @param isWeirs whether the task is Weir's own, not TensorFlow's
 * @param feeds the keys under which it is fed, by the edge's name as the client gave it
 * @param fetches the keys under which it gives what is fetched, likewise
 */
record TaskPart(
    TaskId task,
    boolean isWeirs,
    Graph graph,
    Map<String, String> feeds,
    Map<String, String> fetches) {
  TaskPart {
    feeds = Collections.unmodifiableMap(new LinkedHashMap<>(feeds));
    fetches = Collections.unmodifiableMap(new LinkedHashMap<>(fetches));
  }

  /** A compiled part, whose edges get the names that the client gave them. */
  static TaskPart of(TaskId task, boolean isWeirs, StepPart part, StepSpec step, Graph graph) {
    return new TaskPart(
        task,
        isWeirs,
        part.graph(),
        renamed(part.feeds(), step.feeds(), graph),
        renamed(part.fetches(), step.fetches(), graph));
  }

  private static Map<String, String> renamed(
      Map<String, String> keys, List<String> names, Graph graph) {
    Map<String, String> renamed = new LinkedHashMap<>();
    for (String name : names) {
      String key = keys.get(graph.output(name).name());
      if (key != null) {
        renamed.put(name, key);
      }
    }
    return renamed;
  }
}
