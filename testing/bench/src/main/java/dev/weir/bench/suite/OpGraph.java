package dev.weir.bench.suite;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/** A graph of one op or a few, and random values for its inputs. */
final class OpGraph {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Map<Output, Tensor> feeds = new LinkedHashMap<>();
  private final List<Node> initializers = new ArrayList<>();
  private final Random random = new Random(1);

  Graph graph() {
    return graph;
  }

  /** What makes well-known ops, for the nodes around the one that is measured. */
  Ops ops() {
    return ops;
  }

  Map<Output, Tensor> feeds() {
    return feeds;
  }

  /** Nodes to run once, before all else. */
  List<Node> initializers() {
    return initializers;
  }

  /** Numbers between -3 and 3. */
  Output floats(long... sizes) {
    return fed(DType.FLOAT32, sizes, (tensor, i) -> tensor.setFloat(i, 6 * random.nextFloat() - 3));
  }

  /** Numbers between 0.1 and 3.1. */
  Output positive(long... sizes) {
    return fed(
        DType.FLOAT32, sizes, (tensor, i) -> tensor.setFloat(i, 3 * random.nextFloat() + 0.1f));
  }

  /** Numbers of a type, between -3 and 3. */
  Output numbers(DType dtype, long... sizes) {
    return fed(dtype, sizes, (tensor, i) -> tensor.setDouble(i, 6 * random.nextFloat() - 3));
  }

  /** Whole numbers of a type, from 0 on. */
  Output wholes(DType dtype, int bound, long... sizes) {
    return fed(dtype, sizes, (tensor, i) -> tensor.setLong(i, random.nextInt(bound)));
  }

  /** A constant of a type of floating-point numbers. */
  Output scalar(DType dtype, double value) {
    Tensor tensor = Tensor.allocate(dtype, Shape.scalar());
    tensor.setDouble(0, value);
    return ops.constant(tensor.freeze());
  }

  Output truths(long... sizes) {
    return fed(DType.BOOL, sizes, (tensor, i) -> tensor.setBoolean(i, random.nextBoolean()));
  }

  /** Whole numbers from 0 on. */
  Output ints(int bound, long... sizes) {
    return fed(DType.INT32, sizes, (tensor, i) -> tensor.setLong(i, random.nextInt(bound)));
  }

  /** Whole numbers from 0 on that never decrease, each as often as the others. */
  Output sortedInts(int bound, long count) {
    return fed(
        DType.INT32, new long[] {count}, (tensor, i) -> tensor.setLong(i, i * bound / count));
  }

  private Output fed(DType dtype, long[] sizes, BiConsumer<Tensor, Long> element) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      element.accept(tensor, i);
    }
    Output input = ops.placeholder(dtype, tensor.shape());
    feeds.put(input, tensor.freeze());
    return input;
  }

  /** A constant matrix of two columns. */
  Output pairs(int... values) {
    return ops.constant(Tensors.of(Shape.of(values.length / 2, 2), values));
  }

  /** The handle of a variable that is zero at first. */
  Output variable(long... sizes) {
    return variable(DType.FLOAT32, 0, sizes);
  }

  /** The handle of a variable that is a number everywhere at first. */
  Output variable(DType dtype, double first, long... sizes) {
    String name = "variable" + initializers.size();
    Shape shape = Shape.of(sizes);
    Output handle =
        graph
            .node("VarHandleOp", name)
            .attr("dtype", dtype)
            .attr("shape", AttrValue.of(shape))
            .attr("shared_name", name)
            .build()
            .output(0);
    Output value = filled(shape, scalar(dtype, first));
    initializers.add(graph.node("AssignVariableOp", "assign").input(handle).input(value).build());
    return handle;
  }

  private Output filled(Shape shape, Output value) {
    return op("Fill", ops.constant(shape.sizes()), value)
        .attr("index_type", DType.INT64)
        .build()
        .output(0);
  }

  /** The only output of the next node. */
  Output value(String name, Output... inputs) {
    return op(name, inputs).build().output(0);
  }

  /** The next node. */
  NodeBuilder op(String name, Output... inputs) {
    NodeBuilder builder = graph.node(name, name);
    for (Output input : inputs) {
      builder.input(input);
    }
    return builder;
  }
}
