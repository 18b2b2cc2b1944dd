package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation in a graph: an op with attributes, applied to the outputs of other nodes.
 *
 * <p>A node never changes, with one exception: the back edge of a loop is connected after the node
 * at its start was built ({@link Graph#connectBackEdge}).
 */
public final class Node implements Operand {
  /** What is known of the state behind a resource handle. */
  public record HandleData(DType dtype, Shape shape) {}

  private final Graph graph;
  private final int id;
  private final String name;
  private final OpDefinition op;
  private final Attributes attrs;
  private final Output[] inputs;
  private final List<Node> controlInputs;
  private final String device;
  private final DType[] outputDtypes;
  private final Shape[] outputShapes;
  private final @Nullable HandleData[] handles;
  private final @Nullable PartialValue[] values;
  private final @Nullable Provenance provenance;

  /** Made when first asked for; threads that race make equal ones. */
  private final @Nullable String[] outputNames;

  Node(Graph graph, int id, NodeSpec spec, Inference inference) {
    this.graph = graph;
    this.id = id;
    this.name = spec.name();
    this.op = spec.op();
    this.attrs = spec.attrs();
    this.inputs = spec.inputs().toArray(Output[]::new);
    this.controlInputs = spec.controlInputs();
    this.device = spec.device();
    this.provenance = spec.provenance();
    this.outputDtypes = inference.dtypes();
    this.outputNames = new String[outputDtypes.length];
    this.outputShapes = inference.shapes();
    this.handles = inference.handles();
    this.values = inference.values();
  }

  /** The graph it is in. */
  public Graph graph() {
    return graph;
  }

  /** Its position in the graph; inputs come before their users, back edges of loops excepted. */
  public int id() {
    return id;
  }

  public String name() {
    return name;
  }

  public OpDefinition op() {
    return op;
  }

  /**
   * What is not known here of this node: its op, or a function that it calls; null if all is. The
   * outputs of such a node can be fed; a step that needs the node itself is refused.
   */
  public @Nullable String missing() {
    return op instanceof MissingOp unknown ? unknown.missing() : null;
  }

  public Attributes attrs() {
    return attrs;
  }

  public int inputCount() {
    return inputs.length;
  }

  public Output input(int i) {
    return inputs[i];
  }

  /** The data inputs, in order. */
  public List<Output> inputs() {
    return List.of(inputs);
  }

  /** Nodes that must finish before this one starts, besides those it takes data from. */
  public List<Node> controlInputs() {
    return controlInputs;
  }

  /** The device it was asked to be on, as written; empty if anywhere will do. */
  public String device() {
    return device;
  }

  public int outputCount() {
    return outputDtypes.length;
  }

  public Output output(int i) {
    if (i < 0 || i >= outputDtypes.length) {
      if (missing() != null) {
        throw Graph.missing(List.of(this)); // what it would be is not known
      }
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "it has " + outputDtypes.length + " outputs, output " + i + " was asked for");
    }
    return new Output(this, i);
  }

  /** The name of an output, {@code node:index}: the same object each time it is asked for. */
  String outputName(int i) {
    String known = outputNames[i];
    if (known == null) {
      known = name + ":" + i;
      outputNames[i] = known;
    }
    return known;
  }

  public DType outputDtype(int i) {
    return outputDtypes[i];
  }

  /** What is known of the shape of an output before the graph runs. */
  public Shape outputShape(int i) {
    return outputShapes[i];
  }

  /** What is known of the state behind a resource output; null if nothing. */
  public @Nullable HandleData handle(int i) {
    return handles.length == 0 ? null : handles[i];
  }

  /**
   * What is known of an output that is a scalar or short vector of integers before the graph runs;
   * null if nothing is.
   */
  public @Nullable PartialValue partialValue(int i) {
    if (op.kind() == NodeKind.CONSTANT) {
      return PartialValue.of(attrs.tensor("value"));
    }
    return values.length == 0 ? null : values[i];
  }

  @Nullable PartialValue[] values() {
    return values;
  }

  /** The line of user code that built it, if known. */
  public @Nullable Provenance provenance() {
    return provenance;
  }

  @Override
  public Output asOutput() {
    if (outputDtypes.length != 1) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "it has " + outputDtypes.length + " outputs; say which one is meant");
    }
    return output(0);
  }

  /** Only for the back edges of loops. */
  void replaceInput(int i, Output output) {
    inputs[i] = output;
  }

  /** An error that names this node and the line that built it. */
  public WeirException error(ErrorCode code, String rule) {
    return error(code, rule, null);
  }

  /** An error that names this node and the line that built it. */
  public WeirException error(ErrorCode code, String rule, @Nullable Throwable cause) {
    return located(new WeirException(code, rule, cause));
  }

  /** An error that names this node and the line that built it, unless it names a node already. */
  public WeirException located(WeirException error) {
    return error.withNode(op.signature().name(), name, Provenance.text(provenance));
  }

  /** {@code MatMul "layer1/product"}. */
  @Override
  public String toString() {
    return op.signature().name() + " \"" + name + "\"";
  }
}
