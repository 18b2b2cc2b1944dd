package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from a node's inputs and attributes: the types and shapes of its outputs. */
record Inference(DType[] dtypes, Shape[] shapes, Node.@Nullable HandleData[] handles) {
  private static final Node.HandleData[] NO_HANDLES = {};
  private static final Output[] NO_BACK_EDGES = {};

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
      return new Inference(dtypes, shapes.toArray(Shape[]::new), handles(spec, context, dtypes));
    } catch (WeirException e) {
      throw new WeirException(
          e.code(), Node.describe(signature.name(), spec.name(), message(e), spec.provenance()), e);
    } catch (ArithmeticException | IndexOutOfBoundsException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          Node.describe(signature.name(), spec.name(), message(e), spec.provenance()),
          e);
    }
  }

  private static String message(RuntimeException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
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
    return new Inference(dtypes, shapes, handles);
  }

  /** The same, but for one output of whose shape nothing is known. */
  Inference withUnknownShape(int output) {
    Shape[] changed = shapes.clone();
    changed[output] = Shape.unknown();
    return new Inference(dtypes, changed, handles);
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

  /** The view a shape function has of a node that is about to be built, or of one that is there. */
  private static final class Context implements ShapeContext {
    private static final int MAX_DEPTH = 64;

    private final Graph graph;
    private final OpDefinition op;
    private final Attributes attrs;
    private final Output[] inputs;
    private final int depth;

    Context(Graph graph, NodeSpec spec) {
      this(graph, spec.op(), spec.attrs(), spec.inputs().toArray(NO_BACK_EDGES), 0);
    }

    private Context(Graph graph, OpDefinition op, Attributes attrs, Output[] inputs, int depth) {
      this.graph = graph;
      this.op = op;
      this.attrs = attrs;
      this.inputs = inputs;
      this.depth = depth;
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
      return producer.op().kind() == NodeKind.CONSTANT ? producer.attrs().tensor("value") : null;
    }

    @Override
    public Shape shapeValue(int i) {
      Tensor constant = constant(i);
      if (constant != null) {
        return ShapeContext.shapeIn(constant);
      }
      Node producer = inputs[i].node();
      Shape known = null;
      if (depth < MAX_DEPTH) {
        Output[] producerInputs = producer.inputs().toArray(NO_BACK_EDGES);
        known =
            producer
                .op()
                .shapeValue(
                    new Context(graph, producer.op(), producer.attrs(), producerInputs, depth + 1),
                    inputs[i].index());
      }
      if (known != null) {
        return known;
      }
      long length = inputs[i].shape().hasRank(1) ? inputs[i].shape().size(0) : -1;
      return length < 0 || length > Short.MAX_VALUE
          ? Shape.unknown()
          : Shape.unknownOfRank((int) length);
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
