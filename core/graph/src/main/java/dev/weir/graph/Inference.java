package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a node's inputs and attributes: the types and shapes of its outputs, and what
 * is known of their values.
 */
record Inference(
    DType[] dtypes,
    Shape[] shapes,
    Node.@Nullable HandleData[] handles,
    @Nullable PartialValue[] values) {
  private static final Node.HandleData[] NO_HANDLES = {};
  private static final PartialValue[] NO_VALUES = {};

  /** Infers, or fails with an error that names the node and the line that builds it. */
  static Inference of(Graph graph, NodeSpec spec) {
    Signature signature = spec.op().signature();
    try {
      DType[] dtypes = signature.outputDtypes(spec.attrs()).toArray(DType[]::new);
      Context context = new Context(graph, spec);
      List<Shape> shapes = spec.op().inferShapes(context);
      if (shapes.size() != dtypes.length) {
        throw WeirException.internal(
            "the shape function gave %d shapes for %d outputs", shapes.size(), dtypes.length);
      }
      return new Inference(
          dtypes,
          shapes.toArray(Shape[]::new),
          handles(spec, context, dtypes),
          values(spec, context, dtypes, shapes));
    } catch (RuntimeException e) {
      throw spec.located(ShapeContext.refusal(e));
    }
  }

  private static Node.@Nullable HandleData[] handles(
      NodeSpec spec, Context context, DType[] dtypes) {
    Node.@Nullable HandleData[] handles = NO_HANDLES;
    for (int i = 0; i < dtypes.length; i++) {
      Node.HandleData data = dtypes[i] == DType.RESOURCE ? spec.op().handle(context, i) : null;
      if (data != null) {
        if (handles.length == 0) {
          handles = new Node.@Nullable HandleData[dtypes.length];
        }
        handles[i] = data;
      }
    }
    return handles;
  }

  /** Values are followed through short integer vectors; what a rule cannot tell is not known. */
  private static @Nullable PartialValue[] values(
      NodeSpec spec, Context context, DType[] dtypes, List<Shape> shapes) {
    @Nullable PartialValue[] values = NO_VALUES;
    if (spec.op().kind() == NodeKind.CONSTANT) {
      return values; // it has its value as an attribute
    }
    for (int i = 0; i < dtypes.length; i++) {
      if (shapes.get(i).rank() > 1 || !PartialValue.isFollowed(dtypes[i])) {
        continue;
      }
      PartialValue value = value(spec.op(), context, i);
      if (value != null && shapes.get(i).isCompatibleWith(value.shape())) {
        values = values.length == 0 ? new @Nullable PartialValue[dtypes.length] : values;
        values[i] = value.narrowed(dtypes[i]);
      }
    }
    return values;
  }

  private static @Nullable PartialValue value(OpDefinition op, Context context, int output) {
    try {
      return op.partialValue(context, output);
    } catch (WeirException | ArithmeticException | IndexOutOfBoundsException e) {
      return null; // such as a division by 0, which fails when it runs, if it runs
    }
  }

  /** What was inferred for a node of another graph. */
  static Inference copied(Node node) {
    int count = node.outputCount();
    DType[] dtypes = new DType[count];
    Shape[] shapes = new Shape[count];
    Node.@Nullable HandleData[] handles = NO_HANDLES;
    for (int i = 0; i < count; i++) {
      dtypes[i] = node.outputDtype(i);
      shapes[i] = node.outputShape(i);
      Node.HandleData data = node.handle(i);
      if (data != null) {
        handles = handles.length == 0 ? new Node.@Nullable HandleData[count] : handles;
        handles[i] = data;
      }
    }
    return new Inference(dtypes, shapes, handles, node.values());
  }

  /** A copy that knows nothing of the shape of one output. */
  Inference withUnknownShape(int output) {
    Shape[] changed = shapes.clone();
    changed[output] = Shape.unknown();
    return new Inference(dtypes, changed, handles, NO_VALUES);
  }

  static NodeSpec renamed(NodeSpec spec, String name) {
    return new NodeSpec(
        name,
        spec.op(),
        spec.attrs(),
        spec.inputs(),
        spec.controlInputs(),
        spec.device(),
        spec.provenance());
  }

  /** The view a shape function has of a node that is about to be built. */
  private static final class Context implements ShapeContext {
    private final Graph graph;
    private final OpDefinition op;
    private final Attributes attrs;
    private final Output[] inputs;

    Context(Graph graph, NodeSpec spec) {
      this.graph = graph;
      this.op = spec.op();
      this.attrs = spec.attrs();
      this.inputs = spec.inputs().toArray(Output[]::new);
    }

    @Override
    public int inputCount() {
      return inputs.length;
    }

    @Override
    public Shape input(int i) {
      return inputs[i].shape();
    }

    @Override
    public DType inputDtype(int i) {
      return inputs[i].dtype();
    }

    @Override
    public Attributes attrs() {
      return attrs;
    }

    @Override
    public @Nullable Tensor constant(int i) {
      Node producer = inputs[i].node();
      if (producer.op().kind() == NodeKind.CONSTANT) {
        return producer.attrs().tensor("value");
      }
      PartialValue value = producer.partialValue(inputs[i].index());
      return value == null || !value.isFullyKnown() ? null : value.toTensor(inputDtype(i));
    }

    @Override
    public @Nullable PartialValue partialValue(int i) {
      PartialValue value = inputs[i].node().partialValue(inputs[i].index());
      return value == null ? PartialValue.unknown(inputs[i].shape()) : value;
    }

    @Override
    public Node.@Nullable HandleData handle(int i) {
      return inputs[i].node().handle(inputs[i].index());
    }

    @Override
    public @Nullable GraphFunction function(String name) {
      return graph.findFunction(name);
    }

    @Override
    public Signature signature() {
      return op.signature();
    }
  }
}
