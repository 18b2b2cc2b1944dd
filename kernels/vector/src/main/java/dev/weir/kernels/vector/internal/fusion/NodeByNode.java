package dev.weir.kernels.vector.internal.fusion;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelContextView;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the nodes of a cluster one after the other with their own kernels: while the cluster's code
 * is not compiled yet, and for shapes it does not handle. Results have the same bits.
 */
final class NodeByNode {
  private final Cluster cluster;
  private final List<Kernel> kernels;

  /** For each node, the node after which its value is not needed. */
  private final Map<Node, Node> lastUses = new HashMap<>();

  NodeByNode(Cluster cluster, KernelTable table) {
    this.cluster = cluster;
    this.kernels = cluster.nodes().stream().map(node -> kernel(node, table)).toList();
    for (Node node : cluster.nodes()) {
      node.inputs().forEach(input -> lastUses.put(input.node(), node));
    }
  }

  private static Kernel kernel(Node node, KernelTable table) {
    KernelSpec spec = KernelSpec.of(node);
    return table.find(spec).orElseGet(() -> node.op().kernel(spec));
  }

  void run(KernelContext context) {
    Values values = new Values();
    for (int i = 0; i < cluster.inputs().size(); i++) {
      values.byNode.put(cluster.inputs().get(i), context.input(i));
    }
    try {
      for (int i = 0; i < kernels.size(); i++) {
        Node node = cluster.nodes().get(i);
        run(new Link(context, node, values), kernels.get(i));
        recycle(node, values);
      }
    } finally {
      values.set.forEach(tensor -> tensor.buffer().release());
    }
  }

  private static void run(Link link, Kernel kernel) {
    try {
      kernel.compute(link);
    } catch (WeirException e) {
      throw link.node.located(e);
    }
  }

  /** Memory of values that no node needs any more, for the nodes to come. */
  private void recycle(Node node, Values values) {
    for (int i = 0; i < node.inputCount(); i++) {
      Node input = node.input(i).node();
      Tensor value = values.byNode.get(input);
      boolean isOver = node.equals(lastUses.get(input)) && values.owned.remove(input);
      if (isOver && value != null) {
        values.free.add(value);
      }
    }
  }

  /** The values of a run. */
  private static final class Values {
    final Map<Node, Tensor> byNode = new HashMap<>();

    /** Nodes whose values are in memory that only they use. */
    final List<Node> owned = new ArrayList<>();

    final List<Tensor> free = new ArrayList<>();

    /** Values that kernels gave instead of memory they were given. */
    final List<Tensor> set = new ArrayList<>();

    /** Memory that is the value of another node too is not free when its first node is done. */
    void keep(Tensor value) {
      owned.removeIf(
          owner -> {
            Tensor of = byNode.get(owner);
            return of != null && of.buffer() == value.buffer();
          });
    }

    /** Memory of so many bytes that is free; null if there is none. */
    @Nullable Tensor reuse(long bytes) {
      for (int i = 0; i < free.size(); i++) {
        if (free.get(i).byteSize() == bytes) {
          return free.remove(i);
        }
      }
      return null;
    }
  }

  /** What the kernel of a node sees. */
  private final class Link extends KernelContextView {
    private final Node node;
    private final Values values;
    private final int output;

    Link(KernelContext context, Node node, Values values) {
      super(context);
      this.node = node;
      this.values = values;
      this.output = cluster.outputs().indexOf(node);
    }

    @Override
    public int inputCount() {
      return node.inputCount();
    }

    @Override
    public Tensor input(int i) {
      Node producer = node.input(i).node();
      if (producer.op().kind() == NodeKind.CONSTANT) {
        return producer.attrs().tensor("value");
      }
      Tensor value = values.byNode.get(producer);
      if (value == null) {
        throw WeirException.internal("%s has no value for %s", producer, node);
      }
      return value;
    }

    @Override
    public int outputCount() {
      return 1;
    }

    @Override
    public boolean isWanted(int i) {
      return true;
    }

    @Override
    public Tensor allocate(int i, Shape shape) {
      Tensor result = output >= 0 ? node().allocate(output, shape) : scratchValue(shape);
      values.byNode.put(node, result);
      return result;
    }

    private Tensor scratchValue(Shape shape) {
      values.owned.add(node);
      Tensor free = values.reuse(shape.elements() * cluster.dtype().byteSize());
      return free == null
          ? node().scratch(cluster.dtype(), shape)
          : Tensor.over(cluster.dtype(), shape, free.buffer());
    }

    @Override
    public Tensor forward(int input, int i, Shape shape) {
      Node producer = node.input(input).node();
      Tensor value = input(input);
      boolean isFree =
          output < 0
              && values.owned.contains(producer)
              && node.equals(lastUses.get(producer))
              && value.elements() == shape.elements();
      if (!isFree) {
        return allocate(i, shape);
      }
      values.owned.remove(producer);
      values.owned.add(node);
      Tensor result = Tensor.over(cluster.dtype(), shape, value.buffer());
      values.byNode.put(node, result);
      return result;
    }

    @Override
    public void set(int i, Tensor value) {
      values.keep(value);
      values.byNode.put(node, value);
      if (output >= 0) {
        node().set(output, value);
      } else {
        values.set.add(value);
      }
    }

    @Override
    public String nodeName() {
      return node.name();
    }
  }
}
