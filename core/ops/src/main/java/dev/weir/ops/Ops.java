package dev.weir.ops;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.array.ArrayOps;
import dev.weir.ops.array.IndexingOps;
import dev.weir.ops.control.ControlOps;
import dev.weir.ops.image.ImageOps;
import dev.weir.ops.io.QueueOps;
import dev.weir.ops.linalg.LinalgOps;
import dev.weir.ops.lookup.TableOps;
import dev.weir.ops.math.MathOps;
import dev.weir.ops.math.ReduceOps;
import dev.weir.ops.nn.ActivationOps;
import dev.weir.ops.nn.ConvOps;
import dev.weir.ops.nn.NnOps;
import dev.weir.ops.nn.NormOps;
import dev.weir.ops.nn.PoolOps;
import dev.weir.ops.nn.RecurrentOps;
import dev.weir.ops.random.CandidateOps;
import dev.weir.ops.random.RandomOps;
import dev.weir.ops.state.StateOps;
import dev.weir.ops.strings.StringsOps;

import dev.weir.ops.train.TrainingOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Builds graphs. Every op of the catalog is a method of one of the groups; what nearly every
 * program needs is here.
 *
 * {@snippet :
 * Graph graph = new Graph();
 * Ops ops = Ops.create(graph);
 * Operand x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 784));
 * Operand y = ops.linalg.matMul(x, ops.constant(weights));
 * }
 */
public final class Ops {
  /** Arithmetic, comparison, logic and functions, element by element. */
  public final MathOps math;

  /** Activation functions of neural networks, and the gradients of functions. */
  public final ActivationOps activation;

  /** Sums and other reductions, segments, counting and ranking. */
  public final ReduceOps reduce;

  /** Shapes, slices, joins and rearrangements. */
  public final ArrayOps array;

  /** What is picked, put or found by number, and diagonals. */
  public final IndexingOps indexing;

  /** Matrix products, factorizations and solvers. */
  public final LinalgOps linalg;

  /** Convolutions and dilation. */
  public final ConvOps conv;

  /** The largest elements and the averages of windows. */
  public final PoolOps pool;

  /** Normalization of batches and of neighboring channels. */
  public final NormOps norm;

  /** Images in other sizes. */
  public final ImageOps image;

  /** Random numbers. */
  public final RandomOps random;

  /** Variables and other things that outlive a step. */
  public final StateOps state;

  /** Queues, by which steps hand elements to each other. */
  public final QueueOps queue;

  /** Tables that give a value for a key. */
  public final TableOps table;

  /** A few classes drawn from very many. */
  public final CandidateOps candidates;

  /** Losses, normalization and what else neural networks need and takes several nodes. */
  public final NnOps nn;

  /** Recurrent cells of neural networks. */
  public final RecurrentOps recurrent;

  /** The steps of optimizers. */
  public final TrainingOps training;


  /** Strings of bytes. */
  public final StringsOps strings;

  /** Functions, conditionals, assertions and identities. */
  public final ControlOps control;

  private final Scope scope;

  private Ops(Scope scope) {
    this.scope = scope;
    this.math = new MathOps(scope);
    this.activation = new ActivationOps(scope);
    this.reduce = new ReduceOps(scope);
    this.array = new ArrayOps(scope);
    this.indexing = new IndexingOps(scope);
    this.linalg = new LinalgOps(scope);
    this.conv = new ConvOps(scope);
    this.pool = new PoolOps(scope);
    this.norm = new NormOps(scope);
    this.image = new ImageOps(scope);
    this.random = new RandomOps(scope);
    this.state = new StateOps(scope);
    this.queue = new QueueOps(scope);
    this.table = new TableOps(scope);
    this.candidates = new CandidateOps(scope);
    this.nn = new NnOps(scope);
    this.recurrent = new RecurrentOps(scope);
    this.training = new TrainingOps(scope);
    this.strings = new StringsOps(scope);
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

  /** The same, for nodes named {@code name/…}. */
  public Ops withSubScope(String name) {
    return new Ops(scope.withSubScope(name));
  }

  /** The same; the next node is called {@code name}. */
  public Ops withName(String name) {
    return new Ops(scope.withName(name));
  }

  /** The same, for nodes on a device: {@code /device:CPU:1}. */
  public Ops withDevice(String device) {
    return new Ops(scope.withDevice(device));
  }

  /** The same, for nodes on the device of another. */
  public Ops colocateWith(Operand operand) {
    return new Ops(scope.colocateWith(operand));
  }

  /** The same, for nodes that wait for others. */
  public Ops withControlDependencies(Node... nodes) {
    return new Ops(scope.withControlDependencies(List.of(nodes)));
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
