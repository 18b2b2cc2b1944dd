package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes a cluster in one pass over its inputs, or node by node while the code for that is not
 * compiled and where shapes do not allow it.
 */
final class ClusterKernel implements Kernel {
  /**
   * What is known for inputs of certain shapes.
   *
   * @param layout null if nodes run one by one
   */
  private record Bound(List<Shape> inputs, List<Shape> outputs, @Nullable ClusterLayout layout) {}

  private final Cluster cluster;
  private final ClusterProgram program;
  private final NodeByNode nodeByNode;
  private volatile Bound bound = new Bound(List.of(), List.of(), null);

  ClusterKernel(Cluster cluster, KernelTable table) {
    this.cluster = cluster;
    this.program = ClusterProgram.of(cluster);
    this.nodeByNode = new NodeByNode(cluster, table);
  }

  @Override
  public void compute(KernelContext context) {
    Bound shapes = bound(context);
    ClusterLayout layout = shapes.layout();
    if (layout == null || !layout.isReady()) {
      nodeByNode.run(context);
      return;
    }
    long[] bases = new long[program.values()];
    for (int i = 0; i < program.inputs(); i++) {
      bases[i] = RawMemory.address(context.input(i));
    }
    for (int i = 0; i < cluster.outputs().size(); i++) {
      Shape shape = shapes.outputs().get(i);
      int reused = layout.reuses()[i];
      Tensor output = reused < 0 ? context.allocate(i, shape) : context.forward(reused, i, shape);
      bases[program.valueOf(cluster.outputs().get(i))] = RawMemory.address(output);
    }
    new TileRunner(layout, bases).run(context);
  }

  private Bound bound(KernelContext context) {
    Bound last = bound;
    return isFor(last, context) ? last : bind(context);
  }

  private static boolean isFor(Bound bound, KernelContext context) {
    List<Shape> known = bound.inputs();
    if (known.size() != context.inputCount()) {
      return false;
    }
    for (int i = 0; i < known.size(); i++) {
      if (!known.get(i).equals(context.input(i).shape())) {
        return false;
      }
    }
    return true;
  }

  private Bound bind(KernelContext context) {
    List<Shape> inputs = new ArrayList<>();
    for (int i = 0; i < context.inputCount(); i++) {
      inputs.add(context.input(i).shape());
    }
    Map<Node, Shape> shapes = cluster.shapes(inputs);
    List<Shape> outputs = new ArrayList<>();
    cluster.outputs().forEach(node -> outputs.add(shapes.getOrDefault(node, Shape.unknown())));
    Bound made = new Bound(inputs, outputs, LayoutBuilder.build(cluster, program, shapes));
    bound = made;
    return made;
  }
}
