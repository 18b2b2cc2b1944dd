package dev.weir.ops;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.array.ArrayOps;
import dev.weir.ops.control.ControlOps;
import dev.weir.ops.image.ImageOps;
import dev.weir.ops.io.IoOps;
import dev.weir.ops.linalg.LinalgOps;
import dev.weir.ops.lookup.LookupOps;
import dev.weir.ops.math.MathOps;
import dev.weir.ops.nn.NnOps;
import dev.weir.ops.random.RandomOps;
import dev.weir.ops.sparse.SparseOps;
import dev.weir.ops.state.StateOps;
import dev.weir.ops.strings.StringsOps;
import dev.weir.ops.train.TrainOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Builds graphs. Every op for programs is a method of one of the groups, which are those of
 * TensorFlow; what nearly every program needs is here. Any other op, such as one that only older
 * files contain, is built by its name with {@link #op}.
 *
 * {@snippet :
 * Graph graph = new Graph();
 * Ops ops = Ops.create(graph);
 * Operand x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 784));
 * Operand y = ops.linalg.matMul(x, ops.constant(weights));
 * }
 */
public final class Ops {
  /** Activations, softmax, losses, biases, convolution, pooling, normalization, recurrent cells. */
  public final NnOps nn;

  /** Arithmetic, comparison, functions, reductions along axes and of segments, counting. */
  public final MathOps math;

  /** Shapes, slices, joins, rearrangements; elements by index; diagonals. */
  public final ArrayOps array;

  /** Matrix products, factorizations and solvers. */
  public final LinalgOps linalg;

  /** Images in other sizes, and their patches. */
  public final ImageOps image;

  /** Strings of bytes. */
  public final StringsOps strings;

  /** Sparse tensors, and reductions of rows picked by index. */
  public final SparseOps sparse;

  /** Random numbers, and candidate samplers. */
  public final RandomOps random;

  /** Variables and other things that outlive a step. */
  public final StateOps state;

  /** Tables that give a value for a key. */
  public final LookupOps lookup;

  /** Queues, and tensors as bytes. */
  public final IoOps io;

  /** Optimizer steps. */
  public final TrainOps train;

  /** Functions, conditionals, assertions and identities. */
  public final ControlOps control;

  private final Scope scope;

  private Ops(Scope scope) {
    this.scope = scope;
    this.nn = new NnOps(scope);
    this.math = new MathOps(scope);
    this.array = new ArrayOps(scope);
    this.linalg = new LinalgOps(scope);
    this.image = new ImageOps(scope);
    this.strings = new StringsOps(scope);
    this.sparse = new SparseOps(scope);
    this.random = new RandomOps(scope);
    this.state = new StateOps(scope);
    this.lookup = new LookupOps(scope);
    this.io = new IoOps(scope);
    this.train = new TrainOps(scope);
    this.control = new ControlOps(scope);
  }

  /** Builds nodes of this graph. */
  public static Ops create(Graph graph) {
    return new Ops(Scope.of(graph));
  }

  /** Builds nodes in this scope. */
  public static Ops in(Scope scope) {
    return new Ops(scope);
  }

  /** The scope nodes are built in. */
  public Scope scope() {
    return scope;
  }

  /** Builds in a scope inside this one: nodes are named {@code name/…}. */
  public Ops withSubScope(String name) {
    return new Ops(scope.withSubScope(name));
  }

  /** Builds in this scope; nodes are called {@code name}. */
  public Ops withName(String name) {
    return new Ops(scope.withName(name));
  }

  /** Builds in this scope on a device: {@code /device:CPU:1}. */
  public Ops withDevice(String device) {
    return new Ops(scope.withDevice(device));
  }

  /** Builds in this scope on the device of another node. */
  public Ops colocateWith(Operand operand) {
    return new Ops(scope.colocateWith(operand));
  }

  /** Builds in this scope; nodes wait for these as well. */
  public Ops withControlDependencies(Node... nodes) {
    return new Ops(scope.withControlDependencies(List.of(nodes)));
  }

  /**
   * Starts a node of any op, which its signature checks:
   *
   * {@snippet :
   * Output y = ops.op("BatchMatMul").input(x).input(y).attr("adj_x", true).build().output(0);
   * }
   */
  public NodeBuilder op(String name) {
    return scope.node(name);
  }

  /** A value that is fed, of any shape. */
  public Output placeholder(DType dtype) {
    return placeholder(dtype, Shape.unknown());
  }

  /** A value that is fed; unknown sizes may differ from run to run. */
  public Output placeholder(DType dtype, Shape shape) {
    return scope
        .node("Placeholder")
        .attr("dtype", dtype)
        .attr("shape", AttrValue.of(shape))
        .build()
        .output(0);
  }

  /** Always the same tensor. */
  public Output constant(Tensor value) {
    return scope
        .node("Const")
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .build()
        .output(0);
  }

  public Output constant(float value) {
    return constant(Tensors.scalar(value));
  }

  public Output constant(double value) {
    return constant(Tensors.scalar(value));
  }

  public Output constant(int value) {
    return constant(Tensors.scalar(value));
  }

  public Output constant(long value) {
    return constant(Tensors.scalar(value));
  }

  public Output constant(boolean value) {
    return constant(Tensors.scalar(value));
  }

  public Output constant(String value) {
    return constant(Tensors.scalar(value));
  }

  public Output constant(float[] values) {
    return constant(Tensors.vector(values));
  }

  public Output constant(double[] values) {
    return constant(Tensors.vector(values));
  }

  public Output constant(int[] values) {
    return constant(Tensors.vector(values));
  }

  public Output constant(long[] values) {
    return constant(Tensors.vector(values));
  }

  /** The body of a function: results from parameters. */
  @FunctionalInterface
  public interface Body {
    List<? extends Operand> build(Ops ops, List<Output> parameters);
  }

  /** Adds a function to the graph's library. */
  public GraphFunction function(String name, List<DType> parameters, Body body) {
    Graph graph = new Graph(scope.graph().registry());
    graph.copyFunctionsOf(scope.graph());
    Ops ops = Ops.create(graph);
    List<GraphFunction.Parameter> inputs = new ArrayList<>();
    List<Output> arguments = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      inputs.add(new GraphFunction.Parameter("x" + i, parameters.get(i)));
      arguments.add(
          graph
              .node("_Arg", "x" + i)
              .attr("T", parameters.get(i))
              .attr("index", i)
              .build()
              .output(0));
    }
    List<GraphFunction.Parameter> outputs = new ArrayList<>();
    for (Operand result : body.build(ops, arguments)) {
      int i = outputs.size();
      outputs.add(new GraphFunction.Parameter("y" + i, result.dtype()));
      graph.node("_Retval", "y" + i).input(result).attr("index", i).build();
    }
    GraphFunction function = new GraphFunction(name, inputs, outputs, List.of(), graph, Map.of());
    scope.graph().addFunction(function);
    return function;
  }
}
