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
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A correct graph to start from, and the steps to run on it.
 *
 * @param name the sample it is made of
 */
record BaseGraph(String name, Graph graph, List<Scenario.Step> steps) {
  /** Ops that touch files, or have to do with their names, by parts of their own. */
  private static final Set<String> FILES = Set.of("Save", "Restore", "Checkpoint", "File");

  /** The samples of all ops in all element types, and the scenarios; built when asked for. */
  static final class Catalog {
    private final List<Entry> entries = new ArrayList<>();
    private final List<Entry> withFiles = new ArrayList<>();

    Catalog() {
      for (OpSample sample : Samples.all()) {
        List<Entry> list = touchesFiles(sample.op()) ? withFiles : entries;
        for (SampleCase sampleCase : SampleCase.of(sample)) {
          list.add(new Entry(() -> ofSample(sampleCase)));
        }
      }
      for (Scenario scenario : Samples.scenarios()) {
        boolean touchesFiles = scenario.ops().stream().anyMatch(BaseGraph::touchesFiles);
        (touchesFiles ? withFiles : entries).add(new Entry(() -> ofScenario(scenario)));
      }
    }

    /** A graph that touches no files; null if the one chosen cannot be started from. */
    @Nullable BaseGraph any(RandomGenerator random) {
      return entries.get(random.nextInt(entries.size())).get();
    }

    /** A graph that touches files; null if the one chosen cannot be started from. */
    @Nullable BaseGraph withFiles(RandomGenerator random) {
      return withFiles.get(random.nextInt(withFiles.size())).get();
    }
  }

  /** A graph that is built when it is needed. */
  private static final class Entry {
    private final Supplier<@Nullable BaseGraph> maker;
    private @Nullable BaseGraph made;

    Entry(Supplier<@Nullable BaseGraph> maker) {
      this.maker = maker;
    }

    @Nullable BaseGraph get() {
      if (made == null) {
        made = maker.get();
      }
      return made;
    }
  }

  private static boolean touchesFiles(String op) {
    return FILES.stream().anyMatch(op::contains);
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
      return new BaseGraph(sample.toString(), graph, List.of(step));
    } catch (WeirException e) {
      return null; // a sample of a refusal
    }
  }

  private static BaseGraph ofScenario(Scenario scenario) {
    Graph graph = new Graph();
    return new BaseGraph(scenario.title(), graph, scenario.build(graph));
  }
}
