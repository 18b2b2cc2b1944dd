package dev.weir.cluster.client;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.graphdef.GraphDefs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How much of a program's graph, which grows, a master has. Not thread-safe unless noted. */
final class SentGraph {
  /** What a master does not have yet. */
  record Growth(ByteBuffer graphDef, int nodes, long revision, Set<String> functions) {}

  private final Graph graph;
  private final Set<String> functions = new HashSet<>();
  private final List<Node> openMerges = new ArrayList<>();
  private volatile int nodes;
  private volatile long revision;

  SentGraph(Graph graph) {
    this.graph = graph;
    this.revision = graph.revision();
  }

  /** Whether the master has all nodes. A function without a node that calls it can wait. */
  boolean isCurrent() { // any thread may ask
    return graph.size() == nodes && graph.revision() == revision;
  }

  /** What has been added since, as it is at one moment. */
  Growth growth() {
    List<Growth> growth = new ArrayList<>(1);
    graph.atomically(() -> growth.add(collect()));
    return growth.get(0);
  }

  private Growth collect() {
    openMerges.forEach(SentGraph::checkStillOpen);
    Set<String> added = new HashSet<>();
    for (GraphFunction function : graph.functions()) {
      added.add(function.name());
    }
    ByteBuffer graphDef = ByteBuffer.wrap(GraphDefs.toBinary(graph, nodes, functions));
    return new Growth(graphDef, graph.size(), graph.revision(), added);
  }

  /** A master takes new nodes, but does not change those it has. */
  private static void checkStillOpen(Node merge) {
    if (!isOpen(merge)) {
      throw merge.error(
          ErrorCode.FAILED_PRECONDITION,
          "its back edge was connected after the cluster had got this node; a loop must be complete"
              + " before the next step is run");
    }
  }

  private static boolean isOpen(Node merge) {
    return merge.inputs().stream()
        .noneMatch(input -> input.node().op().kind() == NodeKind.NEXT_ITERATION);
  }

  /** The master has it now. */
  void sent(Growth growth) {
    for (Node node : graph.nodes().subList(nodes, growth.nodes())) {
      if (node.op().kind() == NodeKind.MERGE && isOpen(node)) {
        openMerges.add(node);
      }
    }
    functions.addAll(growth.functions());
    revision = growth.revision();
    nodes = growth.nodes();
  }
}
