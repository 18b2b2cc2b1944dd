package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops on the diagonals of matrices. */
final class ArrayDiagonalSamples {
  private static final List<String> ALIGNS =
      List.of("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT");

  private ArrayDiagonalSamples() {}

  static List<OpSample> samples() {
    return Stream.of(tensors(), simple(), build(), extract(), replace(), band())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> tensors() {
    return List.of(
        exact("Diag").input(vector(1, 2, 3)),
        exact("Diag").named("matrix").input(range(2, 3)),
        exact("Diag").named("empty").input(empty(0)),
        exact("Diag").named("scalar").input(scalar(1)).refused("at least rank 1"),
        exact("DiagPart").input(range(3, 3)),
        exact("DiagPart").named("four dimensions").input(range(2, 3, 2, 3)),
        exact("DiagPart").named("empty").input(empty(0, 0)),
        exact("DiagPart").named("odd rank").input(range(2, 2, 2)).refused("even rank"),
        exact("DiagPart")
            .named("scalar")
            .input(scalar(2))
            .types("T", DType.FLOAT32)
            .refused("even rank")
            .deviates("gives the scalar"),
        exact("DiagPart").named("halves differ").input(range(2, 3)).refused("halves"));
  }

  private static List<OpSample> simple() {
    return List.of(
        exact("MatrixDiag").input(range(2, 3)),
        exact("MatrixDiag").named("empty").input(empty(0)),
        exact("MatrixDiag").named("scalar").input(scalar(1)).refused("at least rank 1"),
        exact("MatrixDiagPart").input(range(2, 3, 4)),
        exact("MatrixDiagPart").named("tall").input(range(4, 2)),
        exact("MatrixDiagPart").named("empty").input(empty(2, 0, 3)),
        exact("MatrixDiagPart").named("vector").input(range(3)).refused("at least rank 2"),
        exact("MatrixSetDiag").input(range(2, 3, 4)).input(range(2, 3)),
        exact("MatrixSetDiag").named("tall").input(range(4, 2)).input(vector(7, 8)),
        exact("MatrixSetDiag").named("empty").input(empty(0, 3)).input(empty(0)),
        exact("MatrixSetDiag")
            .named("too long")
            .input(range(2, 3))
            .input(range(3))
            .refused("shape of"),
        exact("MatrixSetDiag")
            .named("batches differ")
            .input(range(2, 2, 2))
            .input(range(3, 2))
            .refused("shape of"));
  }

  private static OpSample built(
      String op, String title, Values diagonal, Values k, double rows, double columns) {
    return exact(op)
        .named(title)
        .input(diagonal)
        .input(k)
        .input(scalar(rows))
        .input(scalar(columns))
        .input(scalar(9));
  }

  private static List<OpSample> build() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("MatrixDiagV2", "MatrixDiagV3")) {
      samples.addAll(
          List.of(
              built(op, "", range(2, 3), scalar(0), -1, -1),
              built(op, "above", range(2, 3), scalar(1), -1, -1),
              built(op, "below, as a vector", range(2, 3), vector(-2), -1, -1),
              built(op, "band", range(2, 3, 4), vector(-1, 1), -1, -1),
              built(op, "band above", range(2, 3), vector(1, 2), -1, -1),
              built(op, "rows", range(3), scalar(1), 3, -1),
              built(op, "columns", range(3), scalar(0), -1, 5),
              built(op, "rows and columns", range(3), scalar(0), 5, 3),
              built(op, "wide band", range(3, 3), vector(-1, 1), 3, 4),
              built(op, "too few rows", range(3), scalar(-1), 3, -1).refused("num_rows"),
              built(op, "too few columns", range(3), scalar(1), -1, 3).refused("num_cols"),
              built(op, "both too large", range(3), scalar(0), 4, 4).refused("one of them"),
              built(op, "number of diagonals", range(2, 3), vector(-1, 1), -1, -1)
                  .refused("row for each"),
              built(op, "lower above upper", range(2, 3), vector(1, 0), -1, -1)
                  .refused("k must be"),
              built(op, "three diagonals", range(2, 3), vector(0, 1, 2), -1, -1)
                  .refused("k must be")));
    }
    for (String align : ALIGNS) {
      samples.add(
          built("MatrixDiagV3", align, range(2, 4, 4), vector(-2, 1), -1, -1).attr("align", align));
    }
    return samples;
  }

  private static OpSample extracted(String op, String title, Values input, Values k) {
    return exact(op).named(title).input(input).input(k).input(scalar(9));
  }

  private static List<OpSample> extract() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("MatrixDiagPartV2", "MatrixDiagPartV3")) {
      samples.addAll(
          List.of(
              extracted(op, "", range(2, 3, 4), scalar(0)),
              extracted(op, "above", range(2, 3, 4), scalar(3)),
              extracted(op, "below, as a vector", range(2, 3, 4), vector(-2)),
              extracted(op, "band", range(2, 3, 4), vector(-1, 2)),
              extracted(op, "tall", range(5, 3), vector(-3, 1)),
              extracted(op, "too high", range(3, 4), scalar(4)).refused("k must be in"),
              extracted(op, "too low", range(3, 4), vector(-3, 0)).refused("k must be in"),
              extracted(op, "lower above upper", range(3, 4), vector(1, 0)).refused("k must be"),
              extracted(op, "vector", range(4), scalar(0)).refused("at least rank 2")));
    }
    for (String align : ALIGNS) {
      samples.add(
          extracted("MatrixDiagPartV3", align, range(2, 4, 5), vector(-2, 3)).attr("align", align));
    }
    return samples;
  }

  private static OpSample replaced(
      String op, String title, Values input, Values diagonal, Values k) {
    return exact(op).named(title).input(input).input(diagonal).input(k);
  }

  private static List<OpSample> replace() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("MatrixSetDiagV2", "MatrixSetDiagV3")) {
      samples.addAll(
          List.of(
              replaced(op, "", range(2, 3, 4), range(2, 3), scalar(0)),
              replaced(op, "above", range(2, 3, 4), range(2, 2), scalar(2)),
              replaced(op, "below", range(3, 4), range(2), vector(-1)),
              replaced(op, "band", range(2, 3, 4), range(2, 4, 3), vector(-1, 2)),
              replaced(op, "too long", range(3, 4), range(4), scalar(0)).refused("shape of"),
              replaced(op, "too high", range(3, 4), range(1), scalar(4)).refused("k must be in"),
              replaced(op, "number of diagonals", range(3, 4), range(2, 3), vector(-1, 1))
                  .refused("shape of")));
    }
    for (String align : ALIGNS) {
      samples.add(
          replaced("MatrixSetDiagV3", align, range(2, 4, 5), range(2, 6, 4), vector(-2, 3))
              .attr("align", align));
    }
    return samples;
  }

  private static OpSample banded(String title, Values input, double lower, double upper) {
    return exact("MatrixBandPart")
        .named(title)
        .input(input)
        .input(scalar(lower))
        .input(scalar(upper));
  }

  private static List<OpSample> band() {
    return List.of(
        banded("", range(2, 4, 5), 1, 2),
        banded("lower triangle", range(4, 4), -1, 0),
        banded("upper triangle", range(4, 4), 0, -1),
        banded("all", range(4, 3), -1, -1),
        banded("as large as can be", range(4, 3), 4, 3),
        banded("tall", range(5, 2), 1, 0),
        banded("empty", empty(2, 0), -1, 0),
        banded("too many below", range(4, 3), 5, 0).refused("num_lower"),
        banded("too many above", range(4, 3), 0, 4).refused("num_upper"),
        banded("vector", range(3), 0, 0).refused("at least rank 2"),
        exact("MatrixBandPart")
            .named("number is a vector")
            .input(range(3, 3))
            .input(vector(1))
            .input(scalar(1))
            .refused("rank 0"));
  }
}
