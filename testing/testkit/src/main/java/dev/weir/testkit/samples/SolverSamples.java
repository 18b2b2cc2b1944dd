package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Samples of the solvers in {@code dev.weir.ops.linalg}. */
final class SolverSamples {
  private static final Tolerance SINGLE = Tolerance.of(1e-4, 1e-4);
  private static final Tolerance DOUBLE = Tolerance.of(1e-12, 1e-12);

  private SolverSamples() {}

  static List<OpSample> samples() {
    return Stream.of(solves(), leastSquares(), triangles(), bands(), tridiagonals())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * A sample twice, in single and in double precision: rounding errors are those of the precision
   * TensorFlow computes in, times the condition of the matrix.
   */
  static List<OpSample> inBoth(Supplier<OpSample> sample) {
    return List.of(
        sample.get().types("T", DType.FLOAT32, DType.COMPLEX64).within(SINGLE),
        sample.get().types("T", DType.FLOAT64, DType.COMPLEX128).within(DOUBLE));
  }

  private static List<OpSample> solves() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean adjoint : List.of(false, true)) {
      samples.addAll(
          inBoth(
              () ->
                  OpSample.of("MatrixSolve")
                      .named(adjoint ? "adjoint" : "")
                      .input(matrix(3, 3, 2, 1, 1, 4, -6, 0, -2, 7, 2))
                      .input(range(3, 2))
                      .attr("adjoint", adjoint)));
    }
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("MatrixSolve")
                    .named("batch")
                    .input(random(3, -1, 1, 2, 3, 5, 5))
                    .input(random(4, -1, 1, 2, 3, 5, 2))));
    samples.add(OpSample.of("MatrixSolve").named("empty").input(empty(0, 0)).input(empty(0, 2)));
    samples.add(
        OpSample.of("MatrixSolve").named("no columns").input(range(2, 2)).input(empty(2, 0)));
    samples.add(
        OpSample.of("MatrixSolve").named("no batch").input(empty(0, 2, 2)).input(empty(0, 2, 3)));
    samples.add(
        OpSample.of("MatrixSolve")
            .named("singular")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, 1, 2, 2, 4))
            .input(range(2, 1))
            .refused("not invertible"));
    samples.add(
        OpSample.of("MatrixSolve")
            .named("not square")
            .input(range(2, 3))
            .input(range(2, 1))
            .refused("must be square"));
    samples.add(
        OpSample.of("MatrixSolve")
            .named("other rows")
            .input(range(2, 2))
            .input(range(3, 1))
            .refused("as many rows"));
    samples.add(
        OpSample.of("MatrixSolve")
            .named("other batch")
            .input(range(2, 2, 2))
            .input(range(1, 2, 1))
            .refused("batch dimensions must be equal"));
    return samples;
  }

  private static List<OpSample> leastSquares() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean fast : List.of(true, false)) {
      for (double regularizer : new double[] {0, 0.5}) {
        String how = (fast ? "fast " : "slow ") + regularizer;
        samples.addAll(
            inBoth(
                () ->
                    OpSample.of("MatrixSolveLs")
                        .named("tall " + how)
                        .input(random(5, -1, 1, 2, 5, 3))
                        .input(random(6, -1, 1, 2, 5, 2))
                        .input(scalar(regularizer))
                        .attr("fast", fast)));
        samples.addAll(
            inBoth(
                () ->
                    OpSample.of("MatrixSolveLs")
                        .named("wide " + how)
                        .input(random(7, -1, 1, 3, 5))
                        .input(random(8, -1, 1, 3, 2))
                        .input(scalar(regularizer))
                        .attr("fast", fast)));
      }
    }
    samples.add(
        OpSample.of("MatrixSolveLs")
            .named("half precision")
            .types("T", DType.FLOAT16)
            .withoutGradient()
            .input(matrix(3, 2, 1, 0, 0, 2, 1, 1))
            .input(range(3, 1))
            .input(scalar(0)));
    samples.add(
        OpSample.of("MatrixSolveLs")
            .named("rank deficient, slow")
            .types("T", DType.FLOAT64)
            .input(matrix(3, 2, 1, 2, 2, 4, 3, 6))
            .input(range(3, 2))
            .input(scalar(0))
            .attr("fast", false)
            .within(DOUBLE)
            .withoutGradient()); // the solution jumps where the rank changes
    samples.add(
        OpSample.of("MatrixSolveLs")
            .named("rank deficient, fast")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, 1, 2, 2, 4))
            .input(range(2, 1))
            .input(scalar(0))
            .refused("rank deficient"));
    samples.add(
        OpSample.of("MatrixSolveLs")
            .named("negative")
            .input(range(2, 2))
            .input(range(2, 1))
            .input(scalar(-1))
            .refused("l2_regularizer must be >= 0"));
    samples.add(
        OpSample.of("MatrixSolveLs")
            .named("several")
            .input(range(2, 2))
            .input(range(2, 1))
            .input(vector(1, 2))
            .refused("rank 0"));
    samples.add(
        OpSample.of("MatrixSolveLs")
            .named("other rows")
            .input(range(2, 2))
            .input(range(3, 1))
            .input(scalar(0))
            .refused("as many rows"));
    return samples;
  }

  private static List<OpSample> triangles() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean lower : List.of(true, false)) {
      for (boolean adjoint : List.of(true, false)) {
        Supplier<OpSample> sample =
            () ->
                OpSample.of("MatrixTriangularSolve")
                    .named((lower ? "lower" : "upper") + (adjoint ? " adjoint" : ""))
                    .input(matrix(3, 3, 2, 1, 3, 4, -6, 2, -2, 7, 2))
                    .input(range(3, 2))
                    .attr("lower", lower)
                    .attr("adjoint", adjoint);
        samples.addAll(inBoth(sample));
        // TensorFlow rounds every step to these types
        samples.add(
            sample
                .get()
                .types("T", DType.FLOAT16, DType.BFLOAT16)
                .within(Tolerance.of(0.06, 0.03)));
      }
    }
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("MatrixTriangularSolve")
                    .named("broadcast")
                    .input(random(9, 1, 2, 2, 1, 3, 3))
                    .input(random(10, -1, 1, 4, 3, 2))));
    samples.add(
        OpSample.of("MatrixTriangularSolve").named("empty").input(empty(0, 0)).input(empty(0, 2)));
    samples.add(
        OpSample.of("MatrixTriangularSolve")
            .named("zero on the diagonal")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(3, 3, 1, 9, 2, 1, 0, 3, 4, 5, 6))
            .input(matrix(3, 2, 1, 2, 3, 2, 4, 5)));
    samples.add(
        OpSample.of("MatrixTriangularSolve")
            .named("not square")
            .input(range(2, 3))
            .input(range(2, 1))
            .refused("must be square"));
    samples.add(
        OpSample.of("MatrixTriangularSolve")
            .named("other rows")
            .input(range(2, 2))
            .input(range(3, 1))
            .refused("as many rows"));
    samples.add(
        OpSample.of("MatrixTriangularSolve")
            .named("other batch")
            .input(range(2, 2, 2))
            .input(range(3, 2, 1))
            .refused("batch dimensions must broadcast"));
    return samples;
  }

  private static List<OpSample> bands() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean lower : List.of(true, false)) {
      for (boolean adjoint : List.of(true, false)) {
        samples.addAll(
            inBoth(
                () ->
                    OpSample.of("BandedTriangularSolve")
                        .named((lower ? "lower" : "upper") + (adjoint ? " adjoint" : ""))
                        .input(matrix(3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 9, 5, 7, 6))
                        .input(range(4, 2))
                        .attr("lower", lower)
                        .attr("adjoint", adjoint)));
      }
    }
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("BandedTriangularSolve")
                    .named("broadcast")
                    .input(random(9, 1, 2, 2, 1, 2, 3))
                    .input(random(10, -1, 1, 4, 3, 2))));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("BandedTriangularSolve")
                    .named("only the diagonal")
                    .input(matrix(1, 3, 2, 4, 5))
                    .input(range(3, 2))));
    samples.add(
        OpSample.of("BandedTriangularSolve")
            .named("zero on the diagonal")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 3, 1, 0, 1, 1, 1, 1))
            .input(range(3, 1))
            .refused("not invertible"));
    for (boolean lower : List.of(true, false)) {
      samples.add(
          OpSample.of("BandedTriangularSolve")
              .named("NaN in the bands, " + (lower ? "lower" : "upper"))
              .types("T", DType.FLOAT32, DType.FLOAT64)
              .input(matrix(2, 3, 1, 2, 1, 1, Double.NaN, 1))
              .input(range(3, 1))
              .attr("lower", lower)
              .withoutGradient()); // nor is it finite
    }
    samples.add(
        OpSample.of("BandedTriangularSolve")
            .named("more bands than rows")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(range(3, 2))
            .input(range(2, 1))
            .refused("at most as many bands as rows"));
    samples.add(
        OpSample.of("BandedTriangularSolve")
            .named("more bands than rows, complex")
            .types("T", DType.COMPLEX64, DType.COMPLEX128)
            .input(range(3, 2))
            .input(range(2, 1))
            .refused("at most as many bands as rows")
            .deviates("taken if they are complex"));
    samples.add(
        OpSample.of("BandedTriangularSolve")
            .named("half precision")
            .types("T", DType.FLOAT16)
            .withoutGradient()
            .input(matrix(2, 3, 1, 2, 4, 0, 1, 2))
            .input(range(3, 1)));
    samples.add(
        OpSample.of("BandedTriangularSolve")
            .named("other rows")
            .input(range(2, 3))
            .input(range(2, 1))
            .refused("as many rows"));
    return samples;
  }

  private static List<OpSample> tridiagonals() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean pivoting : List.of(true, false)) {
      samples.addAll(
          inBoth(
              () ->
                  OpSample.of("TridiagonalSolve")
                      .named(pivoting ? "pivoting" : "")
                      .input(matrix(3, 4, 1, 2, 3, 99, 5, 6, -7, 8, 99, 9, 2, 1))
                      .input(range(4, 2))
                      .attr("partial_pivoting", pivoting)));
      samples.add(
          OpSample.of("TridiagonalSolve")
              .named("singular " + pivoting)
              // for complex types TensorFlow gives 0 where it means NaN
              .types("T", DType.FLOAT32, DType.FLOAT64)
              .input(matrix(3, 2, 2, 0, 1, 4, 0, 2))
              .input(range(2, 2))
              .attr("partial_pivoting", pivoting));
    }
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("TridiagonalSolve")
                    .named("batch, rows exchanged")
                    .input(random(11, -1, 1, 2, 3, 6))
                    .input(random(12, -1, 1, 2, 6, 3))));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("TridiagonalSolve")
                    .named("perturbed, regular")
                    .input(matrix(3, 4, 1, 2, 3, 0, 5, 6, -7, 8, 0, 9, 2, 1))
                    .input(range(4, 2))
                    .attr("perturb_singular", true)));
    samples.add(
        OpSample.of("TridiagonalSolve")
            .named("perturbed, singular")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(3, 3, 1, 0, 0, 1, 1, 1, 0, 1, 0))
            .input(range(3, 2))
            .attr("perturb_singular", true));
    samples.add(
        OpSample.of("TridiagonalSolve")
            .named("one equation")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(3, 1, 9, 4, 9))
            .input(range(1, 2)));
    samples.add(
        OpSample.of("TridiagonalSolve")
            .named("one equation, zero")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(3, 1, 9, 0, 9))
            .input(range(1, 2)));
    samples.add(
        OpSample.of("TridiagonalSolve").named("empty").input(empty(3, 0)).input(empty(0, 2)));
    samples.add(
        OpSample.of("TridiagonalSolve")
            .named("two diagonals")
            .input(range(2, 3))
            .input(range(3, 2))
            .refused("three diagonals"));
    samples.add(
        OpSample.of("TridiagonalSolve")
            .named("other rows")
            .input(range(3, 3))
            .input(range(2, 2))
            .refused("as many rows"));
    samples.add(
        OpSample.of("TridiagonalSolve")
            .named("perturbed without pivoting")
            .input(range(3, 3))
            .input(range(3, 2))
            .attr("partial_pivoting", false)
            .attr("perturb_singular", true)
            .refused("perturb_singular needs partial_pivoting"));
    return samples;
  }
}
