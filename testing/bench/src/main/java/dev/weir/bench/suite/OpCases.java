package dev.weir.bench.suite;

import dev.weir.graph.Node;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@link OpTimes} measures: every op of the catalog with about a million elements, or with
 * what it is used for.
 */
final class OpCases {
  /** Adds the node to measure to a graph. */
  interface Build {
    Node node(OpGraph graph);
  }

  static final int M = 1 << 20;
  static final int K = 1 << 10;

  /** Rows of 64 elements. */
  static final int ROWS = M / 64;

  /** Rows of a table that rows are taken from and added to. */
  static final int TABLE = 10_000;

  /** By name: the op, and after a slash what is special about its inputs. */
  static final Map<String, Build> ALL = all();

  private OpCases() {}

  private static Map<String, Build> all() {
    Cases all = new Cases();
    FunctionCases.addTo(all);
    MovementCases.addTo(all);
    LayerCases.addTo(all);
    RandomCases.addTo(all);
    TextCases.addTo(all);
    IoCases.addTo(all);
    TableCases.addTo(all);
    StateCases.addTo(all);
    ControlCases.addTo(all);
    ElementwiseCases.addTo(all);
    LinalgCases.addTo(all);
    ReductionCases.addTo(all);
    DataCases.addTo(all);
    ShapeCases.addTo(all);
    IndexCases.addTo(all);
    NetworkCases.addTo(all);
    RecurrentCases.addTo(all);
    OptimizerCases.addTo(all);
    return Collections.unmodifiableMap(all.byName);
  }

  /** Cases in the order in which they are added; a name that there is already is refused. */
  private static final class Cases extends AbstractMap<String, Build> {
    private final Map<String, Build> byName = new LinkedHashMap<>();

    @Override
    public @Nullable Build put(String name, Build build) {
      if (byName.putIfAbsent(name, build) != null) {
        throw new IllegalStateException("two cases are named \"" + name + "\"");
      }
      return null;
    }

    @Override
    public Set<Entry<String, Build>> entrySet() {
      return byName.entrySet();
    }
  }
}
