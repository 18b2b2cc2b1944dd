package dev.weir.bench.suite;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Ops that move elements: slices, joins, paddings, diagonals, blocks; {@link OpTimes} runs them.
 */
final class DataCases {
  private static final int M = 1 << 20;
  private static final int K = 1 << 10;
  private static final int ROWS = M / 64;

  /** One of each width: 1, 2, 4, 8 and 16 bytes. */
  private static final List<DType> WIDTHS =
      List.of(DType.UINT8, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64, DType.COMPLEX128);

  private final Map<String, Build> all;

  private DataCases(Map<String, Build> all) {
    this.all = all;
  }

  static void addTo(Map<String, Build> all) {
    DataCases cases = new DataCases(all);
    cases.parts();
    cases.joins();
    cases.paddings();
    cases.turns();
    cases.blocks();
    cases.diagonals();
    cases.values();
    cases.choices();
    cases.casts();
  }

  /** A case for each width of elements, named after its type. */
  private void each(String name, TypedBuild build) {
    each(name, WIDTHS, build);
  }

  private void each(String name, List<DType> dtypes, TypedBuild build) {
    for (DType dtype : dtypes) {
      all.put(name + "/" + dtype, g -> build.node(g, dtype));
    }
  }

  /** Adds the node to measure, for elements of a type. */
  @FunctionalInterface
  interface TypedBuild {
    Node node(OpGraph g, DType dtype);
  }

  private static Output vector(OpGraph g, int... values) {
    return g.ops().constant(values);
  }

  private void parts() {
    each(
        "Slice",
        (g, t) ->
            g.op("Slice", g.numbers(t, K, K), vector(g, 1, 1), vector(g, K - 2, K - 2)).build());
    each(
        "StridedSlice",
        (g, t) ->
            g.op(
                    "StridedSlice",
                    g.numbers(t, K, 2 * K),
                    vector(g, 0, 0),
                    vector(g, K, 2 * K),
                    vector(g, 1, 2))
                .build());
    each(
        "StridedSliceGrad",
        (g, t) ->
            g.op(
                    "StridedSliceGrad",
                    vector(g, K, 2 * K),
                    vector(g, 0, 0),
                    vector(g, K, 2 * K),
                    vector(g, 1, 2),
                    g.numbers(t, K, K))
                .build());
    each(
        "TensorStridedSliceUpdate",
        (g, t) ->
            g.op(
                    "TensorStridedSliceUpdate",
                    g.numbers(t, K, K),
                    vector(g, 1, 1),
                    vector(g, K - 1, K - 1),
                    vector(g, 1, 1),
                    g.numbers(t, K - 2, K - 2))
                .build());
    each(
        "Split",
        (g, t) ->
            g.op("Split", g.ops().constant(1), g.numbers(t, K, K)).attr("num_split", 4).build());
    each(
        "SplitV",
        (g, t) ->
            g.op("SplitV", g.numbers(t, K, K), vector(g, 100, 400, K - 500), g.ops().constant(1))
                .attr("num_split", 3)
                .build());
    each(
        "Unpack",
        (g, t) -> g.op("Unpack", g.numbers(t, ROWS, 4, 16)).attr("axis", 1).attr("num", 4).build());
    all.put(
        "Unpack/last",
        g -> g.op("Unpack", g.floats(M / 4, 4)).attr("axis", 1).attr("num", 4).build());
  }

  private void joins() {
    each(
        "Concat",
        (g, t) -> g.op("Concat", g.ops().constant(1)).inputList(two(g, t, K, K / 2)).build());
    each(
        "ConcatV2",
        (g, t) ->
            g.op("ConcatV2").inputList(two(g, t, K, K / 2)).input(g.ops().constant(1)).build());
    all.put(
        "ConcatV2/first",
        g ->
            g.op("ConcatV2")
                .inputList(two(g, DType.FLOAT32, K / 2, K))
                .input(g.ops().constant(0))
                .build());
    each("Pack", (g, t) -> g.op("Pack").inputList(two(g, t, ROWS, 32)).attr("axis", 1).build());
    all.put(
        "Pack/last",
        g -> g.op("Pack").inputList(two(g, DType.FLOAT32, M / 2)).attr("axis", 1).build());
  }

  private static List<Output> two(OpGraph g, DType dtype, long... sizes) {
    return Stream.of(0, 1).map(i -> g.numbers(dtype, sizes)).toList();
  }

  private void paddings() {
    each("Pad", (g, t) -> g.op("Pad", g.numbers(t, K, K), g.pairs(1, 1, 1, 1)).build());
    each(
        "PadV2",
        (g, t) ->
            g.op(
                    "PadV2",
                    g.numbers(t, 16, 32, 32, 64),
                    g.pairs(0, 0, 1, 1, 1, 1, 0, 0),
                    g.numbers(t))
                .build());
    for (String mode : List.of("REFLECT", "SYMMETRIC")) {
      each(
          "MirrorPad/" + mode,
          (g, t) ->
              g.op("MirrorPad", g.numbers(t, 16, 32, 32, 64), g.pairs(0, 0, 2, 2, 2, 2, 0, 0))
                  .attr("mode", mode)
                  .build());
    }
    each(
        "MirrorPadGrad",
        List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16, DType.INT32, DType.INT64),
        (g, t) ->
            g.op("MirrorPadGrad", g.numbers(t, 16, 36, 36, 64), g.pairs(0, 0, 2, 2, 2, 2, 0, 0))
                .attr("mode", "REFLECT")
                .build());
    each("Tile", (g, t) -> g.op("Tile", g.numbers(t, K, 64), vector(g, 1, 16)).build());
    all.put("Tile/first", g -> g.op("Tile", g.floats(64, K), vector(g, 16, 1)).build());
    each("BroadcastTo", (g, t) -> g.op("BroadcastTo", g.numbers(t, K, 1), vector(g, K, K)).build());
    each(
        "BroadcastTo/row", (g, t) -> g.op("BroadcastTo", g.numbers(t, K), vector(g, K, K)).build());
  }

  private void turns() {
    for (String op : List.of("Transpose", "ConjugateTranspose")) {
      each(op, (g, t) -> g.op(op, g.numbers(t, K, K), vector(g, 1, 0)).build());
      each(
          op + "/NCHW",
          (g, t) -> g.op(op, g.numbers(t, 16, 32, 32, 64), vector(g, 0, 3, 1, 2)).build());
    }
    all.put(
        "Transpose/heads",
        g -> g.op("Transpose", g.floats(8, 128, 16, 64), vector(g, 0, 2, 1, 3)).build());
    all.put(
        "Transpose/RGB",
        g -> g.op("Transpose", g.floats(8, 224, 224, 3), vector(g, 0, 3, 1, 2)).build());
    all.put(
        "ConjugateTranspose/complex64",
        g -> g.op("ConjugateTranspose", g.numbers(DType.COMPLEX64, K, K), vector(g, 1, 0)).build());
    each("ReverseV2", (g, t) -> g.op("ReverseV2", g.numbers(t, K, K), vector(g, 1)).build());
    all.put("ReverseV2/rows", g -> g.op("ReverseV2", g.floats(K, K), vector(g, 0)).build());
    each(
        "Reverse",
        (g, t) ->
            g.op(
                    "Reverse",
                    g.numbers(t, 16, 32, 32, 64),
                    g.ops().constant(Tensors.vector(false, true, true, false)))
                .build());
    each(
        "ReverseSequence",
        (g, t) ->
            g.op("ReverseSequence", g.numbers(t, 64, 256, 64), g.ints(256, 64))
                .attr("seq_dim", 1)
                .build());
    each(
        "Roll",
        (g, t) -> g.op("Roll", g.numbers(t, K, K), vector(g, 3, 5), vector(g, 0, 1)).build());
  }

  private void blocks() {
    for (DType t : List.of(DType.UINT8, DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16)) {
      blocks("/" + t, t);
    }
  }

  private void blocks(String type, DType t) {
    all.put(
        "SpaceToDepth" + type,
        g -> g.op("SpaceToDepth", g.numbers(t, 16, 64, 64, 16)).attr("block_size", 2).build());
    all.put(
        "DepthToSpace" + type,
        g -> g.op("DepthToSpace", g.numbers(t, 16, 32, 32, 64)).attr("block_size", 2).build());
    all.put(
        "SpaceToBatchND" + type,
        g ->
            g.op(
                    "SpaceToBatchND",
                    g.numbers(t, 16, 64, 64, 16),
                    vector(g, 2, 2),
                    g.pairs(0, 0, 0, 0))
                .build());
    all.put(
        "BatchToSpaceND" + type,
        g ->
            g.op(
                    "BatchToSpaceND",
                    g.numbers(t, 64, 32, 32, 16),
                    vector(g, 2, 2),
                    g.pairs(0, 0, 0, 0))
                .build());
    all.put(
        "SpaceToBatch" + type,
        g ->
            g.op("SpaceToBatch", g.numbers(t, 16, 64, 64, 16), g.pairs(0, 0, 0, 0))
                .attr("block_size", 2)
                .build());
    all.put(
        "BatchToSpace" + type,
        g ->
            g.op("BatchToSpace", g.numbers(t, 64, 32, 32, 16), g.pairs(0, 0, 0, 0))
                .attr("block_size", 2)
                .build());
  }

  private void diagonals() {
    for (String version : List.of("", "V2", "V3")) {
      diagonals(version, DType.FLOAT32, "");
    }
    for (DType dtype : WIDTHS) {
      diagonals("V3", dtype, "/" + dtype);
      all.put(
          "MatrixBandPart/" + dtype,
          g ->
              g.op(
                      "MatrixBandPart",
                      g.numbers(dtype, K, K),
                      g.ops().constant(-1),
                      g.ops().constant(0))
                  .build());
    }
    for (DType dtype : List.of(DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64, DType.COMPLEX128)) {
      all.put("Diag/" + dtype, g -> g.op("Diag", g.numbers(dtype, K)).build());
      all.put("DiagPart/" + dtype, g -> g.op("DiagPart", g.numbers(dtype, K, K)).build());
    }
  }

  private void diagonals(String version, DType t, String suffix) {
    boolean isFirst = version.isEmpty();
    all.put(
        "MatrixDiag" + version + suffix,
        g -> {
          NodeBuilder op = g.op("MatrixDiag" + version, g.numbers(t, 256, 64));
          if (!isFirst) {
            op.input(g.ops().constant(0)).input(g.ops().constant(-1)).input(g.ops().constant(-1));
            op.input(g.numbers(t));
          }
          return op.build();
        });
    all.put(
        "MatrixDiagPart" + version + suffix,
        g -> {
          NodeBuilder op = g.op("MatrixDiagPart" + version, g.numbers(t, 256, 64, 64));
          if (!isFirst) {
            op.input(vector(g, -8, 8)).input(g.numbers(t));
          }
          return op.build();
        });
    all.put(
        "MatrixSetDiag" + version + suffix,
        g -> {
          NodeBuilder op =
              g.op("MatrixSetDiag" + version, g.numbers(t, 256, 64, 64), g.numbers(t, 256, 64));
          return (isFirst ? op : op.input(g.ops().constant(0))).build();
        });
  }

  private void values() {
    each("Fill", (g, t) -> g.op("Fill", vector(g, K, K), g.numbers(t)).build());
    each("ZerosLike", (g, t) -> g.op("ZerosLike", g.numbers(t, K, K)).build());
    each("OnesLike", (g, t) -> g.op("OnesLike", g.numbers(t, K, K)).build());
    each(
        "Empty",
        (g, t) -> g.op("Empty", vector(g, K, K)).attr("dtype", t).attr("init", true).build());
    each(
        "OneHot",
        (g, t) ->
            g.op("OneHot", g.ints(K, K), g.ops().constant(K), g.numbers(t), g.numbers(t)).build());
    all.put(
        "OneHot/first",
        g ->
            g.op(
                    "OneHot",
                    g.ints(K, K),
                    g.ops().constant(K),
                    g.numbers(DType.FLOAT32),
                    g.numbers(DType.FLOAT32))
                .attr("axis", 0)
                .build());
    for (DType dtype : List.of(DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64)) {
      all.put(
          "Range/" + dtype,
          g ->
              g.op("Range", scalar(g, dtype, 0), scalar(g, dtype, M), scalar(g, dtype, 1)).build());
    }
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      all.put(
          "LinSpace/" + dtype,
          g ->
              g.op("LinSpace", scalar(g, dtype, 0), scalar(g, dtype, 1), g.ops().constant(M))
                  .build());
    }
  }

  private static Output scalar(OpGraph g, DType dtype, int value) {
    return g.ops().constant(Tensors.ofDoubles(dtype, Shape.scalar(), value));
  }

  private void choices() {
    each("Select", (g, t) -> g.op("Select", g.truths(M), g.numbers(t, M), g.numbers(t, M)).build());
    each(
        "SelectV2",
        (g, t) -> g.op("SelectV2", g.truths(M), g.numbers(t, M), g.numbers(t, M)).build());
    each(
        "SelectV2/row",
        (g, t) -> g.op("SelectV2", g.truths(K), g.numbers(t, K, K), g.numbers(t, K, K)).build());
    each(
        "Select/rows",
        (g, t) -> g.op("Select", g.truths(K), g.numbers(t, K, K), g.numbers(t, K, K)).build());
  }

  private void casts() {
    List<DType> types =
        Stream.of(DType.values()).filter(t -> !t.isObject() && !t.isQuantized()).toList();
    for (DType from : types) {
      for (DType to : types) {
        if (from != to && (isUsual(from) || isUsual(to))) {
          all.putIfAbsent(
              "Cast/" + from + "-" + to,
              g -> g.op("Cast", g.wholes(from, 100, M)).attr("DstT", to).build());
        }
      }
    }
    for (DType to : List.of(DType.BFLOAT16, DType.FLOAT16)) {
      all.put(
          "Cast/truncate-" + to,
          g -> g.op("Cast", g.floats(M)).attr("DstT", to).attr("Truncate", true).build());
    }
    all.put(
        "Bitcast/wider",
        g -> g.op("Bitcast", g.floats(M / 2, 2)).attr("type", AttrValue.of(DType.INT64)).build());
  }

  private static boolean isUsual(DType dtype) {
    return dtype == DType.FLOAT32 || dtype == DType.INT64 || dtype == DType.UINT8;
  }
}
