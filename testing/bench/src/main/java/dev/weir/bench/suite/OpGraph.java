package dev.weir.bench.suite;

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
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A graph of one op or a few, random values for its inputs, and how it is to be measured. */
final class OpGraph {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Map<Output, Tensor> feeds = new LinkedHashMap<>();
  private final Map<Output, Tensor> initialFeeds = new LinkedHashMap<>();
  private final List<Node> initializers = new ArrayList<>();
  private final List<Node> targets = new ArrayList<>();
  private final RandomTensors random = new RandomTensors();
  private @Nullable String notComparedBecause;
  private int compared = Integer.MAX_VALUE;
  private @Nullable String noPeerBecause;

  /** The inputs that a sparse tensor is made of. */
  record SparseInput(Output indices, Output values, Output shape) {}

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

  /** What only {@link #initializers} need. */
  Map<Output, Tensor> initialFeeds() {
    return initialFeeds;
  }

  /** Nodes to run once, before all else. */
  List<Node> initializers() {
    return initializers;
  }

  /** Nodes to run in each step beside the one that is measured. */
  List<Node> targets() {
    return targets;
  }

  /** Numbers between -3 and 3. */
  Output floats(long... sizes) {
    return numbers(DType.FLOAT32, sizes);
  }

  /** Numbers between 0.1 and 3.1. */
  Output positive(long... sizes) {
    return positive(DType.FLOAT32, sizes);
  }

  /** Numbers of a type between 0.1 and 3.1; whole numbers between 1 and 99. */
  Output positive(DType dtype, long... sizes) {
    return dtype.isInteger() ? between(dtype, 1, 100, sizes) : between(dtype, 0.1, 3.1, sizes);
  }

  /** Numbers of a type between -3 and 3; whole ones up to 99, or truths. */
  Output numbers(DType dtype, long... sizes) {
    if (dtype.isInteger()) {
      return between(dtype, dtype.isUnsigned() ? 0 : -99, 100, sizes);
    }
    return between(dtype, -3, 3, sizes);
  }

  /** Numbers of a type from a bound up to another; see {@link RandomTensors#between}. */
  Output between(DType dtype, double low, double high, long... sizes) {
    return fed(random.between(dtype, low, high, sizes));
  }

  Output truths(long... sizes) {
    return numbers(DType.BOOL, sizes);
  }

  /** Whole numbers of int32 from 0 up to a bound, without it. */
  Output ints(int bound, long... sizes) {
    return wholes(DType.INT32, bound, sizes);
  }

  /** Whole numbers of int64 from 0 up to a bound, without it. */
  Output longs(int bound, long... sizes) {
    return wholes(DType.INT64, bound, sizes);
  }

  /** Whole numbers of a type from 0 up to a bound, without it. */
  Output wholes(DType dtype, int bound, long... sizes) {
    return fed(random.wholes(dtype, bound, sizes));
  }

  /** Whole numbers of int32 from 0 on that never decrease, each as often as the others. */
  Output sortedInts(int bound, long count) {
    return sorted(DType.INT32, bound, count);
  }

  /** Whole numbers of a type from 0 on that never decrease, each as often as the others. */
  Output sorted(DType dtype, int bound, long count) {
    return fed(random.sorted(dtype, bound, count));
  }

  /** Where so many rows of equal length begin, and where the last one ends, in so many elements. */
  Output splits(int rows, int elements) {
    long[] sizes = {rows + 1};
    return fed(
        random.filled(DType.INT64, sizes, (tensor, i) -> tensor.setLong(i, i * elements / rows)));
  }

  /** Strings made of random whole numbers below a bound. */
  Output strings(int bound, IntFunction<String> text, long... sizes) {
    return fed(random.strings(bound, text, sizes));
  }

  /** Words of 3 to 12 small letters. */
  Output words(long... sizes) {
    return fed(random.words(3, 12, sizes));
  }

  /** Strings of so many random bytes. */
  Output bytes(int length, long... sizes) {
    return fed(random.bytes(length, sizes));
  }

  /** So many elements of a dense tensor, evenly spread and in order. */
  SparseInput sparse(DType dtype, long count, long... denseSizes) {
    return new SparseInput(
        fed(random.places(Shape.of(denseSizes), count)),
        numbers(dtype, count),
        ops.constant(denseSizes));
  }

  /** An input with a value of its own. */
  Output fed(Tensor tensor) {
    Output input = ops.placeholder(tensor.dtype(), tensor.shape());
    feeds.put(input, tensor);
    return input;
  }

  /** Random matrices with large numbers on their diagonals, which are real. */
  Output dominant(DType dtype, long... sizes) {
    return fed(random.dominant(dtype, sizes));
  }

  /** A column of zeros but for one element of 20. */
  Output offset(DType dtype, long rows, long at) {
    long[] sizes = {rows, 1};
    return fed(random.filled(dtype, sizes, (t, i) -> RandomTensors.set(t, i, i == at ? 20 : 0)));
  }

  /** Rows of numbers between -3 and 3 that ascend. */
  Output sortedRows(DType dtype, long rows, long width) {
    long[] sizes = {rows, width};
    return fed(
        random.filled(
            dtype, sizes, (tensor, i) -> tensor.setDouble(i, 6.0 * (i % width) / width - 3)));
  }

  /** The numbers -3 and 3. */
  Output range(DType dtype) {
    return fed(random.filled(dtype, new long[] {2}, (tensor, i) -> tensor.setDouble(i, 6 * i - 3)));
  }

  /** Whole numbers from 0 on, each once. */
  Output permutation(int count) {
    return fed(random.permutation(count));
  }

  /** A constant matrix of two columns. */
  Output pairs(int... values) {
    return ops.constant(Tensors.of(Shape.of(values.length / 2, 2), values));
  }

  /** A constant scalar of a type. */
  Output scalar(DType dtype, double value) {
    return ops.constant(random.filled(dtype, new long[0], (t, i) -> t.setDouble(i, value)));
  }

  /** A constant of these elements of a type. */
  Output vector(DType dtype, long... values) {
    long[] sizes = {values.length};
    return ops.constant(random.filled(dtype, sizes, (t, i) -> t.setLong(i, values[(int) i])));
  }

  /** The handle of a variable of float32. */
  Output variable(long... sizes) {
    return variable(DType.FLOAT32, sizes);
  }

  /** The handle of a variable whose elements are between 0.1 and 3.1 at first. */
  Output variable(DType dtype, long... sizes) {
    Shape shape = Shape.of(sizes);
    Output handle =
        graph
            .node("VarHandleOp", "variable")
            .attr("dtype", dtype)
            .attr("shape", shape)
            .build()
            .output(0);
    initialize(op("AssignVariableOp", handle, initialValue(dtype, sizes)).build());
    return handle;
  }

  /** A variable of the kind that older graphs have, with elements between 0.1 and 3.1 at first. */
  Output reference(DType dtype, long... sizes) {
    Output reference =
        graph
            .node("VariableV2", "reference")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(sizes))
            .build()
            .output(0);
    initialize(op("Assign", reference, initialValue(dtype, sizes)).build());
    return reference;
  }

  private Output initialValue(DType dtype, long... sizes) {
    Output value = positive(dtype, sizes);
    initialFeeds.put(value, feeds.remove(value));
    return value;
  }

  /** Runs a node once, before all steps. */
  void initialize(Node node) {
    initializers.add(node);
  }

  /** Runs a node in each step beside the one that is measured. */
  void target(Node node) {
    targets.add(node);
  }

  /** Measures results that need not be equal, and says why they are not. */
  void notCompared(String because) {
    notComparedBecause = because;
  }

  /** Why results are not compared; null if they are. */
  @Nullable String notComparedBecause() {
    return notComparedBecause;
  }

  /** Compares only so many results: the others are not determined completely. */
  void compareFirst(int results) {
    compared = results;
  }

  /** How many results are compared. */
  int compared() {
    return compared;
  }

  /** Measures Weir alone: TensorFlow has no such op, or it would end the process. */
  void noPeer(String because) {
    noPeerBecause = because;
  }

  /** Why TensorFlow is not measured; null if it is. */
  @Nullable String noPeerBecause() {
    return noPeerBecause;
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
