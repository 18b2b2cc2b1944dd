package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.ops.array.SliceMasks;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shapes that are computed in the graph from shapes known in part: what is known of them must come
 * out where they are used, as in TensorFlow.
 */
final class TestShapeValues {
  private static final SliceMasks SHRINK = new SliceMasks(0, 0, 0, 0, 1);
  private static final SliceMasks FROM_START = new SliceMasks(1, 0, 0, 0, 0);
  private static final SliceMasks TO_END = new SliceMasks(0, 1, 0, 0, 0);

  /** Each makes a vector of sizes; {@code x} is {@code [?,4,6]}. */
  private static Map<String, BiFunction<Ops, Output, Output>> shapes() {
    Map<String, BiFunction<Ops, Output, Output>> shapes = new LinkedHashMap<>();
    shapes.put("shape", (ops, x) -> ops.array.shape(x));
    shapes.put("long shape", (ops, x) -> ops.array.shape(x, DType.INT64));
    shapes.put(
        "first of several shapes",
        (ops, x) -> ops.array.shapeN(List.of(x, ops.constant(1f)), DType.INT32).get(0));
    shapes.put(
        "second of several shapes",
        (ops, x) -> ops.array.shapeN(List.of(ops.constant(1f), x), DType.INT32).get(1));
    shapes.put("front", (ops, x) -> part(ops, ops.array.shape(x), 0, 2, 1, SliceMasks.NONE));
    shapes.put("back", (ops, x) -> part(ops, ops.array.shape(x), -2, 0, 1, TO_END));
    shapes.put("up to", (ops, x) -> part(ops, ops.array.shape(x), 0, -1, 1, FROM_START));
    shapes.put("every other", (ops, x) -> part(ops, ops.array.shape(x), 0, 3, 2, SliceMasks.NONE));
    shapes.put("backwards", (ops, x) -> part(ops, ops.array.shape(x), 2, 0, -1, SliceMasks.NONE));
    shapes.put(
        "stack of sizes",
        (ops, x) -> ops.array.stack(List.of(size(ops, x, 0), size(ops, x, 1), ops.constant(7))));
    shapes.put(
        "joined",
        (ops, x) ->
            ops.array.concat(
                List.of(
                    part(ops, ops.array.shape(x), 0, 1, 1, SliceMasks.NONE),
                    ops.constant(new int[] {24})),
                ops.constant(0)));
    shapes.put(
        "stack of rank and known size",
        (ops, x) -> {
          Output known = ops.constant(new float[12]);
          return ops.array.stack(List.of(ops.array.rank(x), ops.array.size(known)));
        });
    shapes.put("as int64", (ops, x) -> ops.math.cast(ops.array.shape(x), DType.INT64));
    shapes.put(
        "there and back",
        (ops, x) -> ops.math.cast(ops.math.cast(ops.array.shape(x), DType.INT64), DType.INT32));
    shapes.put(
        "by way of a type that sizes do not have",
        (ops, x) -> ops.math.cast(ops.math.cast(ops.array.shape(x), DType.INT16), DType.INT32));
    shapes.put(
        "stack of sizes as int64",
        (ops, x) ->
            ops.array.stack(
                List.of(
                    ops.math.cast(size(ops, x, 1), DType.INT64),
                    ops.math.cast(ops.array.rank(x), DType.INT64))));
    shapes.putAll(fromScalars());
    shapes.putAll(computed());
    shapes.put("fed", (ops, x) -> ops.placeholder(DType.INT32, Shape.of(3)));
    return shapes;
  }

  /** Vectors that come of scalars. */
  private static Map<String, BiFunction<Ops, Output, Output>> fromScalars() {
    Map<String, BiFunction<Ops, Output, Output>> shapes = new LinkedHashMap<>();
    shapes.put(
        "expanded constant", (ops, x) -> ops.array.expandDims(ops.constant(3), ops.constant(0)));
    shapes.put(
        "expanded constant of another type",
        (ops, x) ->
            ops.array.expandDims(ops.math.cast(ops.constant(3L), DType.INT32), ops.constant(0)));
    shapes.put(
        "expanded constant that was no integer",
        (ops, x) ->
            ops.array.expandDims(ops.math.cast(ops.constant(3.7f), DType.INT32), ops.constant(0)));
    shapes.put(
        "reshaped constant",
        (ops, x) ->
            ops.array.reshape(
                ops.math.cast(ops.constant(5L), DType.INT32), ops.constant(new int[] {1})));
    shapes.put(
        "stack of casts",
        (ops, x) ->
            ops.array.stack(
                List.of(
                    ops.math.cast(ops.constant(2L), DType.INT32),
                    ops.math.cast(ops.constant(4f), DType.INT32))));
    shapes.put(
        "stack of unstacked",
        (ops, x) ->
            ops.array.stack(
                List.of(
                    ops.array.unstack(ops.constant(new int[] {4, 5}), 2).get(1), ops.constant(2))));
    shapes.put(
        "filled", (ops, x) -> ops.array.fill(ops.constant(new int[] {2}), ops.array.rank(x)));
    return shapes;
  }

  /** Vectors that are computed from what is known in full. */
  private static Map<String, BiFunction<Ops, Output, Output>> computed() {
    Map<String, BiFunction<Ops, Output, Output>> shapes = new LinkedHashMap<>();
    shapes.put(
        "sum",
        (ops, x) -> ops.math.add(ops.constant(new int[] {2, 3}), ops.math.neg(ops.constant(1))));
    shapes.put(
        "product of sizes",
        (ops, x) -> {
          Output known = ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(2, 3)));
          return ops.array.expandDims(
              ops.math.prod(ops.array.shape(known), ops.constant(0)), ops.constant(0));
        });
    shapes.put(
        "gathered",
        (ops, x) ->
            ops.array.gather(
                ops.array.shape(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(2, 3)))),
                ops.constant(new int[] {1, 1, 0}),
                ops.constant(0)));
    shapes.put(
        "range", (ops, x) -> ops.array.range(ops.constant(1), ops.array.rank(x), ops.constant(1)));
    shapes.put(
        "divided",
        (ops, x) ->
            ops.array.stack(
                List.of(
                    ops.math.floorDiv(ops.constant(7), ops.constant(2)),
                    ops.math.maximum(ops.constant(7), ops.constant(2)))));
    return shapes;
  }

  private static Output part(
      Ops ops, Output shape, int begin, int end, int stride, SliceMasks masks) {
    return ops.array.stridedSlice(
        shape,
        ops.constant(new int[] {begin}),
        ops.constant(new int[] {end}),
        ops.constant(new int[] {stride}),
        masks);
  }

  private static Output size(Ops ops, Output x, int d) {
    return part(ops, ops.array.shape(x), d, d + 1, 1, SHRINK);
  }

  @TestFactory
  Stream<DynamicTest> reachTheirUsers() {
    return shapes().entrySet().stream()
        .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> check(each.getValue())));
  }

  /** Values that are known whatever an argument is, as long as it is not refused. */
  static Stream<Arguments> unknownArguments() {
    return Stream.of(
        arguments("ExpandDims", builder((ops, x) -> ops.array.expandDims(ops.constant(3), x)), 8),
        arguments(
            "ConcatV2",
            builder(
                (ops, x) -> {
                  Output vector = ops.constant(new int[] {1, 2});
                  return ops.array.concat(List.of(vector, vector), x);
                }),
            1),
        arguments(
            "Reshape",
            builder(
                (ops, x) ->
                    ops.array.reshape(
                        ops.constant(new int[] {1, 2}),
                        ops.array.reshape(x, ops.constant(new int[] {1})))),
            3));
  }

  private static BiFunction<Ops, Output, Output> builder(BiFunction<Ops, Output, Output> build) {
    return build;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unknownArguments")
  void argumentThatComesAtRunTimeIsStillChecked(
      String op, BiFunction<Ops, Output, Output> build, int refused) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output argument = ops.withName("argument").placeholder(DType.INT32, Shape.scalar());
    String fetch = ops.withName("copy").control.identity(build.apply(ops, argument)).name();
    Map<String, Tensor> feeds = Map.of("argument", Tensors.scalar(refused));
    OracleRefusal theirs;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      theirs =
          catchThrowableOfType(
              OracleRefusal.class, () -> oracle.run(feeds, List.of(fetch), List.of()));
    }
    try (Session session = Session.open(graph)) {
      WeirException ours =
          catchThrowableOfType(
              WeirException.class,
              () -> SampleJudge.run(session, feeds, List.of(fetch), List.of()));
      assertThat(ours).as(op).isNotNull();
      assertThat(ours.code()).isEqualTo(theirs.code());
    }
  }

  @Test
  void minusOneStandsForASizeThatFollows() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output open =
        ops.array.expandDims(ops.math.cast(ops.constant(-1L), DType.INT32), ops.constant(0));
    Output start = ops.array.expandDims(ops.constant(1), ops.constant(0));
    Output known = ops.constant(new float[4]);
    List<Output> users =
        List.of(
            ops.array.reshape(known, open),
            ops.array.slice(known, start, open),
            ops.array.slice(ops.placeholder(DType.FLOAT32, Shape.of(-1)), start, open),
            ops.array.reshape(ops.placeholder(DType.FLOAT32), open));
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      users.forEach(
          user ->
              assertThat(user.shape())
                  .as(user.name())
                  .isEqualTo(oracle.inferredShape(user.name())));
    }
  }

  private static void check(BiFunction<Ops, Output, Output> make) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 4, 6));
    Output shape = make.apply(ops, x);
    Map<String, Output> users = new LinkedHashMap<>();
    users.put("Reshape", ops.array.reshape(ops.placeholder(DType.FLOAT32), shape));
    users.put("Fill", ops.array.fill(shape, ops.constant(0f)));
    users.put("BroadcastTo", ops.array.broadcastTo(ops.constant(0f), shape));
    users.put(
        "Slice",
        ops.array.slice(ops.placeholder(DType.FLOAT32), ops.math.sub(shape, shape), shape));
    users.put("Tile", ops.array.tile(ops.placeholder(DType.FLOAT32), shape));
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      users.forEach(
          (name, user) ->
              assertThat(user.shape()).as(name).isEqualTo(oracle.inferredShape(user.name())));
    }
  }
}
