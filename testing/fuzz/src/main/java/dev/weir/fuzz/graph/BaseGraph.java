package dev.weir.fuzz.graph;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A correct graph to start from, and the steps to run on it.
 *
 * @param name the sample it is made of
 */
record BaseGraph(String name, Graph graph, List<Scenario.Step> steps) {
  /** Ops that touch files, by parts of their names. */
  private static final Set<String> FILES =
      Set.of("Save", "Restore", "Checkpoint", "File", "Summary");

  /** The samples of all ops in all element types, and the scenarios; built when asked for. */
  static final class Catalog {
    private final List<Supplier<@Nullable BaseGraph>> makers = new ArrayList<>();
    private final @Nullable BaseGraph[] made;

    Catalog() {
      for (OpSample sample : Samples.all()) {
        for (SampleCase sampleCase : SampleCase.of(sample)) {
          makers.add(() -> ofSample(sampleCase));
        }
      }
      for (Scenario scenario : Samples.scenarios()) {
        makers.add(() -> ofScenario(scenario));
      }
      made = new @Nullable BaseGraph[makers.size()];
    }

    int size() {
      return made.length;
    }

    /** The graph; null if it cannot be started from. */
    @Nullable BaseGraph get(int i) {
      BaseGraph found = made[i];
      if (found == null) {
        found = makers.get(i).get();
        made[i] = found;
      }
      return found;
    }
  }

  private static @Nullable BaseGraph ofSample(SampleCase sample) {
    Graph graph = new Graph();
    try {
      Node node = sample.build(graph, null);
      List<String> fetches = new ArrayList<>();
      for (int i = 0; i < node.outputCount(); i++) {
        fetches.add(node.output(i).name());
      }
      List<String> targets = fetches.isEmpty() ? List.of(node.name()) : List.of();
      Scenario.Step step = new Scenario.Step(Map.of(), fetches, targets, false);
      return usable(new BaseGraph(sample.toString(), graph, List.of(step)));
    } catch (WeirException e) {
      return null; // a sample of a refusal
    }
  }

  private static @Nullable BaseGraph ofScenario(Scenario scenario) {
    Graph graph = new Graph();
    return usable(new BaseGraph(scenario.title(), graph, scenario.build(graph)));
  }

  private static @Nullable BaseGraph usable(BaseGraph base) {
    for (Node node : base.graph.nodes()) {
      String op = node.op().signature().name();
      if (FILES.stream().anyMatch(op::contains)) {
        return null;
      }
    }
    return base;
  }
}
