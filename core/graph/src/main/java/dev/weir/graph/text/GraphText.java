package dev.weir.graph.text;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.OpRegistry;

/**
 * The text form of graphs. One line a node, inputs before their users:
 *
 * <pre>
 * %x = Placeholder() {dtype: float32, shape: [?,784]}  # -> float32[?,784]
 * %layer1/product = MatMul(%x, %w) {transpose_b: true} @"/device:CPU:1" ^%init  # -> float32[?,10]
 * </pre>
 *
 * <p>Attributes that follow from the inputs or equal their default are left out. What stands after
 * {@code #} is for the reader only. {@code docs/graph-text.md} has the grammar.
 */
public final class GraphText {
  private GraphText() {}

  /** The whole graph, from which {@link #parse} makes an equal one. */
  public static String print(Graph graph) {
    return new GraphPrinter(true).print(graph);
  }

  /** The graph for a log: the contents of large constants are left out. */
  public static String summary(Graph graph) {
    return new GraphPrinter(false).print(graph);
  }

  /** One node, on one line; the contents of large constants are left out. */
  public static String print(Node node) {
    return new GraphPrinter(false).print(node);
  }

  /** Reads a graph over all ops on the class path. */
  public static Graph parse(String text) {
    return parse(text, OpRegistry.standard());
  }

  /** Reads a graph over these ops. */
  public static Graph parse(String text, OpRegistry registry) {
    return new GraphParser(text, registry).parse();
  }
}
