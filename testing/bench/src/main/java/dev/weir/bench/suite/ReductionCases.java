package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.TABLE;

import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/**
 * Ops that make few elements of many: along axes, of running totals, by rank, into bins and
 * segments.
 */
final class ReductionCases {
  private static final int M = 1 << 20;
  private static final int K = 1 << 10;
  private static final int ROWS = M / 64;

  /** Of eight words each. */
  private static final int SENTENCES = ROWS / 8;

  private static final List<DType> SOME =
      List.of(DType.FLOAT64, DType.FLOAT16, DType.INT32, DType.INT64, DType.UINT8);

  private ReductionCases() {}

  static void addTo(Map<String, OpCases.Build> all) {
    axes(all);
    scans(all);
    softmax(all);
    biases(all);
    ranks(all);
    bins(all);
    segments(all);
    sparseSegments(all);
  }

  private static void axes(Map<String, OpCases.Build> all) {
    for (String op : List.of("Sum", "Mean", "Max", "Prod", "Min", "EuclideanNorm")) {
      for (DType dtype : SOME) {
        all.put(
            op + "/" + dtype, g -> g.op(op, g.numbers(dtype, K, K), g.ops().constant(1)).build());
      }
    }
    for (String op : List.of("Prod", "Min", "EuclideanNorm")) {
      all.put(op, g -> g.op(op, g.floats(K, K), g.ops().constant(1)).build());
    }
    for (DType dtype : List.of(DType.INT32, DType.BFLOAT16, DType.INT8, DType.COMPLEX64)) {
      all.put(
          "Sum/columns-" + dtype,
          g -> g.op("Sum", g.numbers(dtype, K, K), g.ops().constant(0)).build());
    }
    all.put("Sum/all", g -> g.op("Sum", g.floats(M), g.ops().constant(0)).build());
    all.put("Sum/middle", g -> g.op("Sum", g.floats(64, 64, 256), g.ops().constant(1)).build());
    all.put(
        "Sum/channels",
        g -> g.op("Sum", g.floats(16, 32, 32, 64), g.ops().constant(new int[] {0, 1, 2})).build());
    all.put(
        "Sum/apart",
        g -> g.op("Sum", g.floats(64, 64, 256), g.ops().constant(new int[] {0, 2})).build());
    all.put("Sum/two", g -> g.op("Sum", g.floats(M / 2, 2), g.ops().constant(0)).build());
    all.put("Sum/pairs", g -> g.op("Sum", g.floats(M / 2, 2), g.ops().constant(1)).build());
    for (String op : List.of("Any", "All")) {
      all.put(op, g -> g.op(op, g.truths(K, K), g.ops().constant(1)).build());
      all.put(op + "/columns", g -> g.op(op, g.truths(K, K), g.ops().constant(0)).build());
    }
    for (String op : List.of("ArgMax", "ArgMin")) {
      all.put(op, g -> g.op(op, g.floats(K, K), g.ops().constant(1)).build());
      all.put(op + "/columns", g -> g.op(op, g.floats(K, K), g.ops().constant(0)).build());
      all.put(op + "/short", g -> g.op(op, g.floats(M / 10, 10), g.ops().constant(1)).build());
      for (DType dtype : SOME) {
        all.put(
            op + "/" + dtype, g -> g.op(op, g.numbers(dtype, K, K), g.ops().constant(1)).build());
      }
    }
  }

  private static void scans(Map<String, OpCases.Build> all) {
    for (DType dtype : SOME) {
      all.put(
          "Cumsum/" + dtype,
          g -> g.op("Cumsum", g.numbers(dtype, K, K), g.ops().constant(1)).build());
    }
    all.put("Cumprod", g -> g.op("Cumprod", g.floats(K, K), g.ops().constant(1)).build());
    all.put("Cumprod/columns", g -> g.op("Cumprod", g.floats(K, K), g.ops().constant(0)).build());
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      all.put(
          "CumulativeLogsumexp/" + dtype,
          g -> g.op("CumulativeLogsumexp", g.numbers(dtype, K, K), g.ops().constant(1)).build());
    }
  }

  private static void softmax(Map<String, OpCases.Build> all) {
    for (DType dtype : List.of(DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16)) {
      for (String op : List.of("Softmax", "LogSoftmax")) {
        all.put(op + "/" + dtype, g -> g.op(op, g.numbers(dtype, K, K)).build());
      }
      all.put(
          "SparseSoftmaxCrossEntropyWithLogits/" + dtype,
          g ->
              g.op("SparseSoftmaxCrossEntropyWithLogits", g.numbers(dtype, K, K), g.ints(K, K))
                  .build());
      all.put("L2Loss/" + dtype, g -> g.op("L2Loss", g.numbers(dtype, M)).build());
    }
    all.put(
        "SoftmaxCrossEntropyWithLogits/float64",
        g ->
            g.op(
                    "SoftmaxCrossEntropyWithLogits",
                    g.numbers(DType.FLOAT64, K, K),
                    g.numbers(DType.FLOAT64, K, K))
                .build());
    all.put("Softmax/short", g -> g.op("Softmax", g.floats(M / 10, 10)).build());
    all.put(
        "SoftmaxCrossEntropyWithLogits",
        g -> g.op("SoftmaxCrossEntropyWithLogits", g.floats(K, K), g.floats(K, K)).build());
    all.put(
        "SparseSoftmaxCrossEntropyWithLogits",
        g -> g.op("SparseSoftmaxCrossEntropyWithLogits", g.floats(K, K), g.ints(K, K)).build());
  }

  private static void biases(Map<String, OpCases.Build> all) {
    for (DType dtype : SOME) {
      all.put(
          "BiasAdd/" + dtype,
          g -> g.op("BiasAdd", g.numbers(dtype, ROWS, 64), g.numbers(dtype, 64)).build());
      all.put("BiasAddGrad/" + dtype, g -> g.op("BiasAddGrad", g.numbers(dtype, ROWS, 64)).build());
    }
    all.put("BiasAddV1", g -> g.op("BiasAddV1", g.floats(ROWS, 64), g.floats(64)).build());
    all.put(
        "BiasAddGrad/NCHW",
        g -> g.op("BiasAddGrad", g.floats(16, 64, 32, 32)).attr("data_format", "NCHW").build());
  }

  private static void ranks(Map<String, OpCases.Build> all) {
    for (DType dtype : SOME) {
      all.put(
          "TopKV2/" + dtype,
          g -> g.op("TopKV2", g.numbers(dtype, K, K), g.ops().constant(10)).build());
    }
    all.put("TopKV2/200", g -> g.op("TopKV2", g.floats(K, K), g.ops().constant(200)).build());
    all.put("TopKV2/sort", g -> g.op("TopKV2", g.floats(K, K), g.ops().constant(K)).build());
    all.put("TopKV2/row", g -> g.op("TopKV2", g.floats(M), g.ops().constant(100)).build());
    all.put(
        "TopK",
        g -> {
          g.noPeer("has TopKV2 instead");
          return g.op("TopK", g.floats(K, K)).attr("k", 5).build();
        });
    all.put("InTopK", g -> g.op("InTopK", g.floats(K, K), g.ints(K, K)).attr("k", 5).build());
    all.put(
        "InTopKV2",
        g -> g.op("InTopKV2", g.floats(K, K), g.ints(K, K), g.ops().constant(5)).build());
    for (DType dtype : List.of(DType.FLOAT32, DType.INT64)) {
      all.put(
          "NthElement/" + dtype,
          g -> g.op("NthElement", g.numbers(dtype, K, K), g.ops().constant(K / 2)).build());
    }
    for (String op : List.of("LowerBound", "UpperBound")) {
      all.put(
          op, g -> g.op(op, g.sortedRows(DType.FLOAT32, 16, 4 * K), g.floats(16, M / 16)).build());
      all.put(
          op + "/int64",
          g ->
              g.op(op, g.sortedRows(DType.INT64, 16, 4 * K), g.numbers(DType.INT64, 16, M / 16))
                  .build());
    }
  }

  private static void bins(Map<String, OpCases.Build> all) {
    all.put(
        "Bincount",
        g ->
            g.op("Bincount", g.ints(K, M), g.ops().constant(K), g.numbers(DType.INT32, 0)).build());
    all.put(
        "Bincount/weights",
        g -> g.op("Bincount", g.ints(K, M), g.ops().constant(K), g.floats(M)).build());
    all.put(
        "DenseBincount",
        g -> g.op("DenseBincount", g.ints(K, K, K), g.ops().constant(K), g.floats(0)).build());
    all.put(
        "DenseBincount/binary",
        g ->
            g.op("DenseBincount", g.ints(K, K, K), g.ops().constant(K), g.floats(0))
                .attr("binary_output", true)
                .build());
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.INT32)) {
      all.put(
          "HistogramFixedWidth/" + dtype,
          g ->
              g.op(
                      "HistogramFixedWidth",
                      g.numbers(dtype, M),
                      g.range(dtype),
                      g.ops().constant(100))
                  .build());
    }
    for (DType dtype : List.of(DType.FLOAT32, DType.INT64)) {
      all.put(
          "Bucketize/" + dtype,
          g ->
              g.op("Bucketize", g.numbers(dtype, M))
                  .attr("boundaries", AttrValue.ofFloats(-2, -1.5f, -1, -.5f, 0, .5f, 1, 1.5f, 2))
                  .build());
    }
    for (String op : List.of("Unique", "UniqueWithCounts")) {
      all.put(op, g -> g.op(op, g.ints(ROWS, M)).build());
      all.put(op + "/float32", g -> g.op(op, g.floats(M)).build());
    }
    all.put(
        "UniqueV2",
        g -> g.op("UniqueV2", g.ints(ROWS, M), g.ops().constant(new long[] {0})).build());
    all.put(
        "UniqueWithCountsV2",
        g -> g.op("UniqueWithCountsV2", g.ints(ROWS, M), g.ops().constant(new long[] {0})).build());
    all.put("ListDiff", g -> g.op("ListDiff", g.ints(M, M), g.ints(M, M / 2)).build());
    all.put("InvertPermutation", g -> g.op("InvertPermutation", g.permutation(M)).build());
    all.put("Where", g -> g.op("Where", g.truths(K, K)).build());
    all.put("Where/float32", g -> g.op("Where", g.floats(K, K)).build());
    all.put("Where/int64", g -> g.op("Where", g.numbers(DType.INT64, M)).build());
  }

  /** Rows that are joined by their numbers: in order, or not. */
  private static void segments(Map<String, OpCases.Build> all) {
    for (String how : List.of("Sum", "Mean", "Prod", "Max", "Min")) {
      all.put("Segment" + how, g -> segment(g, "Segment" + how).build());
    }
    for (String how : List.of("Sum", "Prod", "Max", "Min")) {
      String second = "Segment" + how + "V2";
      all.put(
          second,
          g -> {
            g.noPeer("has a kernel for compiled graphs only");
            return segment(g, second).input(g.ops().constant(TABLE)).build();
          });
      String unsorted = "UnsortedSegment" + how;
      all.put(
          unsorted,
          g ->
              g.op(unsorted, g.floats(ROWS, 64), g.ints(TABLE, ROWS), g.ops().constant(TABLE))
                  .build());
    }
  }

  private static NodeBuilder segment(OpGraph g, String op) {
    return g.op(op, g.floats(ROWS, 64), g.sortedInts(TABLE, ROWS));
  }

  /** Rows of a table that are joined, as of words in sentences. */
  private static void sparseSegments(Map<String, OpCases.Build> all) {
    for (String how : List.of("Sum", "Mean", "SqrtN")) {
      String op = "SparseSegment" + how;
      all.put(op, g -> sparseSegment(g, op, TABLE).build());
      all.put(
          op + "WithNumSegments",
          g ->
              sparseSegment(g, op + "WithNumSegments", TABLE)
                  .input(g.ops().constant(SENTENCES))
                  .build());
      for (String gradient : List.of(op + "Grad", op + "GradV2")) {
        all.put(
            gradient,
            g -> sparseSegment(g, gradient, SENTENCES).input(g.ops().constant(TABLE)).build());
      }
    }
  }

  /** Takes rows of a table, or a gradient of each sentence. */
  private static NodeBuilder sparseSegment(OpGraph g, String op, int rows) {
    return g.op(op, g.floats(rows, 64), g.ints(TABLE, ROWS), g.sortedInts(SENTENCES, ROWS));
  }
}
