package dev.weir.bench.suite;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;

/** Ops that take and change rows by their numbers; {@link OpTimes} runs them. */
final class IndexCases {
  private static final int M = 1 << 20;
  private static final int K = 1 << 10;
  private static final int ROWS = M / 64;
  private static final int TABLE = 10_000;

  /** One of each width: 1, 2, 4, 8 and 16 bytes. */
  private static final List<DType> WIDTHS =
      List.of(DType.UINT8, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64, DType.COMPLEX128);

  private static final List<DType> NUMBERS =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.INT32,
          DType.INT64,
          DType.FLOAT16,
          DType.UINT8,
          DType.COMPLEX64);

  private final Map<String, Build> all;

  private IndexCases(Map<String, Build> all) {
    this.all = all;
  }

  static void addTo(Map<String, Build> all) {
    IndexCases cases = new IndexCases(all);
    cases.gathers();
    cases.variableGathers();
    cases.scatters();
    cases.elementScatters();
    cases.variableScatters();
    cases.variableSlices();
    cases.partitions();
    cases.sparse();
  }

  private void gathers() {
    for (DType t : WIDTHS) {
      all.put(
          "Gather/" + t, g -> g.op("Gather", g.numbers(t, TABLE, 64), g.ints(TABLE, ROWS)).build());
      all.put(
          "GatherV2/" + t,
          g ->
              g.op("GatherV2", g.numbers(t, TABLE, 64), g.ints(TABLE, ROWS), g.ops().constant(0))
                  .build());
      all.put(
          "GatherV2/elements-" + t,
          g -> g.op("GatherV2", g.numbers(t, M), g.ints(M, M), g.ops().constant(0)).build());
      all.put(
          "GatherV2/columns-" + t,
          g -> g.op("GatherV2", g.numbers(t, K, K), g.ints(K, K), g.ops().constant(1)).build());
      all.put(
          "GatherNd/" + t,
          g -> g.op("GatherNd", g.numbers(t, TABLE, 64), g.ints(TABLE, ROWS, 1)).build());
      all.put(
          "GatherNd/elements-" + t,
          g -> g.op("GatherNd", g.numbers(t, K, K), g.ints(K, M, 2)).build());
    }
    all.put(
        "GatherV2/batches",
        g ->
            g.op("GatherV2", g.floats(64, 256, 64), g.ints(256, 64, 256), g.ops().constant(1))
                .attr("batch_dims", 1)
                .build());
    all.put(
        "GatherV2/long",
        g ->
            g.op(
                    "GatherV2",
                    g.floats(TABLE, 64),
                    g.wholes(DType.INT64, TABLE, ROWS),
                    g.ops().constant(0))
                .build());
  }

  private void variableGathers() {
    for (DType t : List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16)) {
      all.put(
          "ResourceGather/" + t,
          g ->
              g.op("ResourceGather", g.variable(t, TABLE, 64), g.ints(TABLE, ROWS))
                  .attr("dtype", t)
                  .build());
      all.put(
          "ResourceGatherNd/" + t,
          g ->
              g.op("ResourceGatherNd", g.variable(t, TABLE, 64), g.ints(TABLE, ROWS, 1))
                  .attr("dtype", t)
                  .build());
    }
  }

  private void scatters() {
    for (DType t : NUMBERS) {
      all.put(
          "ScatterNd/" + t,
          g ->
              g.op(
                      "ScatterNd",
                      g.ints(TABLE, ROWS, 1),
                      g.numbers(t, ROWS, 64),
                      g.ops().constant(new int[] {TABLE, 64}))
                  .build());
      for (String op : List.of("Update", "Add", "Sub", "Max", "Min")) {
        if (!t.isComplex() || !op.startsWith("M")) {
          all.put("TensorScatter" + op + "/" + t, g -> scatter(g, "TensorScatter" + op, t).build());
        }
      }
    }
    for (DType t : List.of(DType.FLOAT32, DType.FLOAT64)) {
      all.put(
          "ScatterNdNonAliasingAdd/" + t, g -> scatter(g, "ScatterNdNonAliasingAdd", t).build());
    }
  }

  private static NodeBuilder scatter(OpGraph g, String op, DType t) {
    return g.op(op, g.numbers(t, TABLE, 64), g.ints(TABLE, ROWS, 1), g.numbers(t, ROWS, 64));
  }

  private void elementScatters() {
    for (DType t : List.of(DType.FLOAT32, DType.INT64)) {
      all.put(
          "ScatterNd/elements-" + t,
          g ->
              g.op(
                      "ScatterNd",
                      g.ints(K, M, 2),
                      g.numbers(t, M),
                      g.ops().constant(new int[] {K, K}))
                  .build());
      all.put(
          "TensorScatterUpdate/elements-" + t,
          g ->
              g.op("TensorScatterUpdate", g.numbers(t, K, K), g.ints(K, M, 2), g.numbers(t, M))
                  .build());
    }
  }

  private void variableScatters() {
    for (String op : List.of("Update", "Add", "Sub", "Mul", "Div", "Max", "Min")) {
      for (DType t : List.of(DType.FLOAT32, DType.FLOAT64)) {
        all.put(
            "ResourceScatter" + op + "/" + t,
            g ->
                g.op("ResourceScatter" + op, g.variable(t, TABLE, 64), g.ints(TABLE, ROWS))
                    .input(positive(g, t, ROWS, 64))
                    .build());
      }
      all.put(
          "Scatter" + op,
          g ->
              g.op("Scatter" + op, g.reference(DType.FLOAT32, TABLE, 64), g.ints(TABLE, ROWS))
                  .input(positive(g, DType.FLOAT32, ROWS, 64))
                  .build());
    }
    all.put(
        "ResourceScatterAdd/scalar",
        g ->
            g.op(
                    "ResourceScatterAdd",
                    g.variable(TABLE, 64),
                    g.ints(TABLE, ROWS),
                    g.ops().constant(1f))
                .build());
    for (String op : List.of("Update", "Add", "Sub", "Max", "Min")) {
      for (DType t : List.of(DType.FLOAT32, DType.FLOAT64)) {
        all.put(
            "ResourceScatterNd" + op + "/" + t,
            g ->
                g.op("ResourceScatterNd" + op, g.variable(t, TABLE, 64), g.ints(TABLE, ROWS, 1))
                    .input(g.numbers(t, ROWS, 64))
                    .build());
      }
      all.put(
          "ScatterNd" + op,
          g ->
              g.op("ScatterNd" + op, g.reference(DType.FLOAT32, TABLE, 64), g.ints(TABLE, ROWS, 1))
                  .input(g.floats(ROWS, 64))
                  .build());
    }
  }

  /** Numbers to divide by. */
  private static Output positive(OpGraph g, DType t, long... sizes) {
    return t == DType.FLOAT32
        ? g.positive(sizes)
        : g.op("Cast", g.positive(sizes)).attr("DstT", t).build().output(0);
  }

  private void variableSlices() {
    all.put(
        "ResourceStridedSliceAssign",
        g -> strided(g, g.op("ResourceStridedSliceAssign", g.variable(K, K))).build());
    all.put(
        "StridedSliceAssign",
        g -> strided(g, g.op("StridedSliceAssign", g.reference(DType.FLOAT32, K, K))).build());
  }

  private static NodeBuilder strided(OpGraph g, NodeBuilder op) {
    return op.input(g.ops().constant(new int[] {1, 1}))
        .input(g.ops().constant(new int[] {K - 1, K - 1}))
        .input(g.ops().constant(new int[] {1, 1}))
        .input(g.floats(K - 2, K - 2));
  }

  private void partitions() {
    for (DType t : WIDTHS) {
      all.put(
          "DynamicPartition/" + t,
          g ->
              g.op("DynamicPartition", g.numbers(t, ROWS, 64), g.ints(4, ROWS))
                  .attr("num_partitions", 4)
                  .build());
      for (String op : List.of("DynamicStitch", "ParallelDynamicStitch")) {
        all.put(
            op + "/" + t,
            g ->
                g.op(op)
                    .inputList(List.of(every(g, 0), every(g, 1)))
                    .inputList(List.of(g.numbers(t, ROWS / 2, 64), g.numbers(t, ROWS / 2, 64)))
                    .build());
      }
    }
    all.put(
        "DynamicPartition/elements",
        g -> g.op("DynamicPartition", g.floats(M), g.ints(4, M)).attr("num_partitions", 4).build());
  }

  /** Every second row, from one on. */
  private static Output every(OpGraph g, int first) {
    int[] values = new int[ROWS / 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = 2 * i + first;
    }
    return g.ops().constant(values);
  }

  private void sparse() {
    for (DType t : List.of(DType.FLOAT32, DType.FLOAT64, DType.INT64)) {
      all.put(
          "SparseToDense/" + t,
          g ->
              g.op(
                      "SparseToDense",
                      coordinates(g, 0, false),
                      g.ops().constant(new long[] {K, K}),
                      g.numbers(t, M / 8),
                      g.numbers(t))
                  .build());
      all.put(
          "SparseReorder/" + t,
          g ->
              g.op(
                      "SparseReorder",
                      coordinates(g, 0, true),
                      g.numbers(t, M / 8),
                      g.ops().constant(new long[] {K, K}))
                  .build());
      all.put(
          "SparseAdd/" + t,
          g ->
              g.op("SparseAdd", coordinates(g, 0, false), g.numbers(t, M / 8))
                  .input(g.ops().constant(new long[] {K, K}))
                  .input(coordinates(g, 4, false))
                  .input(g.numbers(t, M / 8))
                  .input(g.ops().constant(new long[] {K, K}))
                  .input(g.ops().constant(Tensor.allocate(t, Shape.scalar()).freeze()))
                  .build());
    }
    all.put(
        "SparseReshape",
        g ->
            g.op(
                    "SparseReshape",
                    coordinates(g, 0, false),
                    g.ops().constant(new long[] {K, K}),
                    g.ops().constant(new long[] {K / 2, 2 * K}))
                .build());
    all.put("EditDistance", g -> sequences(g, sequences(g, g.op("EditDistance"), 20), 25).build());
  }

  /** An eighth of the positions of a matrix, in order or not. */
  private static Output coordinates(OpGraph g, int shift, boolean isMixed) {
    int count = M / 8;
    long[] values = new long[2 * count];
    for (int n = 0; n < count; n++) {
      long position = isMixed ? n * 7_919L % count : n;
      position = 8 * position + (n % 3 == 0 || isMixed ? 0 : shift);
      values[2 * n] = position / K;
      values[2 * n + 1] = position % K;
    }
    return g.ops().constant(Tensors.of(Shape.of(count, 2), values));
  }

  /** Sequences of small numbers, as indices, values and shape of a sparse tensor. */
  private static NodeBuilder sequences(OpGraph g, NodeBuilder op, int length) {
    int count = K * length;
    long[] values = new long[2 * count];
    for (int n = 0; n < count; n++) {
      values[2 * n] = n / length;
      values[2 * n + 1] = n % length;
    }
    return op.input(g.ops().constant(Tensors.of(Shape.of(count, 2), values)))
        .input(g.ints(10, count))
        .input(g.ops().constant(new long[] {K, length}));
  }
}
