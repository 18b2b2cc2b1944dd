package dev.weir.cluster.internal.client;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * How much of a program's graph, which may grow, a master has. A master never changes what it has:
 * a loop has to be closed before its first node is sent. For one sender at a time.
 */
final class SentGraph {
  /** What a master does not have yet, and how far the graph has grown with it. */
  record News(ByteBuffer graphDef, int nodes, long revision, Set<String> functions) {}

  private final Graph graph;
  private final Set<String> functions = new HashSet<>();
  private volatile int nodes;
  private volatile long revision;

  SentGraph(Graph graph) {
    this.graph = graph;
  }

  /** Whether the master has all. A function that no new node calls may still be missing. */
  boolean isUpToDate() {
    return graph.size() == nodes && graph.revision() == revision;
  }

  News news() {
    News[] found = new News[1];
    graph.atomically(() -> found[0] = read());
    return found[0];
  }

  private News read() {
    for (Node node : graph.nodes().subList(0, nodes)) {
      checkUnchanged(node);
    }
    Set<String> names = new HashSet<>();
    collect(graph, names);
    byte[] bytes = GraphDefs.toBinary(graph, nodes, functions);
    return new News(ByteBuffer.wrap(bytes), graph.size(), graph.revision(), names);
  }

  private static void collect(Graph graph, Set<String> names) {
    for (GraphFunction function : graph.functions()) {
      if (names.add(function.name())) {
        collect(function.body(), names);
      }
    }
  }

  private void checkUnchanged(Node node) {
    if (node.op().kind() != NodeKind.MERGE) {
      return;
    }
    for (Output input : node.inputs()) {
      if (input.node().id() >= nodes) {
        throw node.error(
            ErrorCode.FAILED_PRECONDITION,
            "the master got it before its loop was closed; build a loop whole before the next run");
      }
    }
  }

  /** The master has it now. */
  void note(News news) {
    functions.addAll(news.functions());
    revision = news.revision();
    nodes = news.nodes();
  }
}
