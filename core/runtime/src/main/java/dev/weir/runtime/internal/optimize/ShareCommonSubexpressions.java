package dev.weir.runtime.internal.optimize;

import dev.weir.graph.Attributes;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.TensorDifference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes once what is computed twice: nodes with the same op, attributes, device and inputs
 * become one. The inputs of a commutative op may come in either order.
 *
 * <pre>
 * before:  %a = AddV2(%x, %y)  %b = AddV2(%y, %x)  %c = Mul(%a, %b)
 * after:   %a = AddV2(%x, %y)  %c = Mul(%a, %a)
 * </pre>
 */
final class ShareCommonSubexpressions implements GraphPass {
  static final String NAME = "share-common-subexpressions";

  /** Larger constants are not compared. */
  private static final long LARGEST_COMPARED = 4096;

  /** What two nodes must agree in; constants also in their elements. */
  private record Key(
      String op, Attributes attrs, String device, List<Output> inputs, List<Node> controls) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Graph shared = new Graph(graph.registry());
    shared.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(shared);
    Map<Key, List<Node>> seen = new HashMap<>();
    boolean changed = false;
    for (Node node : graph.nodes()) {
      Node twin = isShareable(node, kept) ? findOrAdd(node, copier, seen) : null;
      if (twin != null) {
        copier.redirectControl(node, copier.mapped(twin));
        changed = true;
      } else {
        copier.copy(node);
      }
    }
    copier.finish();
    return changed ? shared : graph;
  }

  private static boolean isShareable(Node node, Set<String> kept) {
    NodeKind kind = node.op().kind();
    return GraphPass.isFree(node, kept) && (kind == NodeKind.ORDINARY || kind == NodeKind.CONSTANT);
  }

  /** An earlier node that computes the same; if there is none, this one is remembered. */
  private static @org.jspecify.annotations.Nullable Node findOrAdd(
      Node node, GraphCopier copier, Map<Key, List<Node>> seen) {
    boolean isConstant = node.op().kind() == NodeKind.CONSTANT;
    if (isConstant && node.attrs().tensor("value").byteSize() > LARGEST_COMPARED) {
      return null;
    }
    List<Node> candidates = seen.computeIfAbsent(key(node, copier), k -> new ArrayList<>(1));
    for (Node candidate : candidates) {
      if (!isConstant || isEqual(node, candidate)) {
        return candidate;
      }
    }
    candidates.add(node);
    return null;
  }

  private static boolean isEqual(Node a, Node b) {
    Tensor first = a.attrs().tensor("value");
    Tensor second = b.attrs().tensor("value");
    return first.shape().equals(second.shape()) && TensorDifference.first(first, second).isEmpty();
  }

  private static Key key(Node node, GraphCopier copier) {
    List<Output> inputs = new ArrayList<>(node.inputs().stream().map(copier::mapped).toList());
    if (node.op().signature().commutative()) {
      inputs.sort(
          Comparator.comparingInt((Output o) -> o.node().id()).thenComparingInt(Output::index));
    }
    List<Node> controls =
        node.controlInputs().stream()
            .map(copier::mapped)
            .sorted(Comparator.comparingInt(Node::id))
            .distinct()
            .toList();
    Attributes attrs =
        node.op().kind() == NodeKind.CONSTANT ? node.attrs().without("value") : node.attrs();
    return new Key(node.op().signature().name(), attrs, node.device(), inputs, controls);
  }
}
