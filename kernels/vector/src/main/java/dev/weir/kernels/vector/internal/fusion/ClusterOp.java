package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The op of a node that stands for a cluster. Made by the pass, registered nowhere. */
final class ClusterOp implements OpDefinition {
  /** The name of the op. */
  static final String NAME = "_Cluster";

  private static final Signature SIGNATURE =
      Signature.of(
          NAME + "(inputs: Tin...) -> (outputs: Tout...) Tin:list(type) >=1; Tout:list(type) >=1;");

  private final Cluster cluster;
  private final KernelTable table;

  ClusterOp(Cluster cluster, KernelTable table) {
    this.cluster = cluster;
    this.table = table;
  }

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    List<Shape> given = new ArrayList<>();
    for (int i = 0; i < context.inputCount(); i++) {
      given.add(context.input(i));
    }
    Map<?, Shape> shapes = cluster.shapes(given);
    return cluster.outputs().stream().map(shapes::get).toList();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return new ClusterKernel(cluster, table);
  }

  @Override
  public String notDifferentiable() {
    return "it is made after differentiation";
  }

  @Override
  public double workPerByte() {
    return cluster.nodes().size();
  }
}
