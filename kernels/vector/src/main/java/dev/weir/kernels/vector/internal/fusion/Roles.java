package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.LaneTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which nodes can be part of a cluster, by the tables of the provider. */
final class Roles {
  private static final String SUM = "AddV2";

  /** Ops that are sums of other shapes or numbers of operands. */
  private static final Map<String, String> SUMS =
      Map.of("BiasAdd", SUM, "BiasAddV1", SUM, "AddN", SUM);

  private static final int MOST_OPERANDS = 8;

  private final LaneTable lanes;

  Roles(LaneTable lanes) {
    this.lanes = lanes;
  }

  /** What a node can be; null if nothing. */
  @Nullable Role of(Node node) {
    if (node.outputCount() != 1
        || node.inputCount() == 0
        || node.inputCount() > MOST_OPERANDS
        || !node.outputShape(0).hasRank()
        || node.inputs().stream().anyMatch(Roles::isUnsuitable)) {
      return null;
    }
    DType dtype = node.outputDtype(0);
    String op = node.op().signature().name();
    if (node.input(0).dtype() == dtype && lanes.hasReduction(op, dtype)) {
      int axes = lastAxes(node);
      return axes == 0 ? null : new Role.Reduction(lanes.reduction(op, dtype), axes);
    }
    return map(node, op, dtype);
  }

  /** Why a node can be nothing in a cluster. */
  String whyNone(Node node) {
    if (!node.op().kind().equals(NodeKind.ORDINARY) || node.outputCount() != 1) {
      return "it does not compute one result of its inputs";
    }
    if (!node.outputShape(0).hasRank() || node.inputs().stream().anyMatch(Roles::isUnsuitable)) {
      return "the rank of its inputs or its result is not known";
    }
    String op = node.op().signature().name();
    return lanes.hasReduction(op, node.outputDtype(0))
        ? "it does not reduce some last dimensions that are known"
        : "there is no code for " + op + " of " + node.outputDtype(0);
  }

  private static boolean isUnsuitable(Output input) {
    return input.isReference() || !input.shape().hasRank();
  }

  private @Nullable Role map(Node node, String op, DType dtype) {
    if (node.inputs().stream().anyMatch(input -> input.dtype() != dtype)) {
      return null;
    }
    if (op.equals("BiasAdd") && !node.attrs().string("data_format").equals("NHWC")) {
      return null;
    }
    LaneFunction function = lanes.function(SUMS.getOrDefault(op, op), dtype, KernelSpec.of(node));
    boolean folds = op.equals("AddN") && node.inputCount() > 1;
    return function != null && (folds || function.operands() == node.inputCount())
        ? new Role.Map(function)
        : null;
  }

  /** How many dimensions, the last ones, a node reduces; 0 if others, or none, or all. */
  private static int lastAxes(Node node) {
    Node producer = node.input(1).node();
    Shape shape = node.input(0).shape();
    if (producer.op().kind() != NodeKind.CONSTANT || node.inputCount() != 2) {
      return 0;
    }
    Tensor axes = producer.attrs().tensor("value");
    boolean[] isReduced = new boolean[shape.rank()];
    for (long i = 0; i < axes.elements(); i++) {
      long axis = axes.getLong(i);
      isReduced[(int) (axis < 0 ? axis + shape.rank() : axis)] = true;
    }
    int count = 0;
    boolean isLast = true;
    for (int d = shape.rank() - 1; d >= 0; d--) {
      if (isReduced[d] && !isLast) {
        return 0;
      }
      isLast &= isReduced[d];
      count += isReduced[d] ? 1 : 0;
    }
    return count == shape.rank() ? 0 : count;
  }
}
