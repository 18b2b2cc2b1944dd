package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.complex;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of factorizations and functions of matrices in {@code dev.weir.ops.linalg}. */
final class FactorSamples {
  private static final List<String> SQUARE_OPS =
      List.of(
          "Cholesky",
          "MatrixInverse",
          "MatrixDeterminant",
          "LogMatrixDeterminant",
          "MatrixExponential",
          "MatrixLogarithm",
          "MatrixSquareRoot",
          "SelfAdjointEigV2",
          "Lu");

  private FactorSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            squares(),
            choleskys(),
            inverses(),
            determinants(),
            functions(),
            qrs(),
            svds(),
            eigens(),
            lus())
        .flatMap(List::stream)
        .toList();
  }

  /** Hermitian and positive definite; above the diagonal there is something else. */
  static Values positive() {
    return complex(
        Shape.of(3, 3), new double[] {6, 0, 9, 9, 9, 9, 1, 1, 5, 0, 9, 9, 2, -0.5, -1, 2, 7, 0});
  }

  /** Hermitian, with a negative eigenvalue. */
  static Values hermitian() {
    return complex(
        Shape.of(3, 3),
        new double[] {1, 0, 2, -1, 3, 0.5, 2, 1, -4, 0, 1, -2, 3, -0.5, 1, 2, 2, 0});
  }

  private static List<OpSample> inBoth(java.util.function.Supplier<OpSample> sample) {
    return SolverSamples.inBoth(sample);
  }

  private static List<OpSample> squares() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : SQUARE_OPS) {
      samples.add(OpSample.of(op).named("empty").input(empty(0, 0)));
      samples.add(OpSample.of(op).named("no matrices").input(empty(0, 2, 2)));
      samples.add(OpSample.of(op).named("empty matrices").input(empty(2, 0, 0)));
      samples.add(OpSample.of(op).named("not square").input(range(2, 3)).refused("must be square"));
      samples.add(OpSample.of(op).named("vector").input(range(2)).refused("at least rank 2"));
    }
    return samples;
  }

  private static List<OpSample> choleskys() {
    List<OpSample> samples = new ArrayList<>();
    // the gradient is that of a Hermitian matrix, and finite differences move one triangle only:
    // see TestFactorGradients
    samples.addAll(inBoth(() -> OpSample.of("Cholesky").input(positive()).withoutGradient()));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("Cholesky")
                    .named("batch")
                    .input(complex(Shape.of(2, 1, 1), new double[] {4, 0, 9, 3}))));
    // larger matrices are not tried: TensorFlow leaves what is above the diagonal undefined; and
    // for
    // complex types it gives 0 where it means NaN
    samples.add(
        OpSample.of("Cholesky")
            .named("not positive")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(Values.of(Shape.of(3, 1, 1), -1, 0, Double.NaN)));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("CholeskyGrad")
                    .input(matrix(3, 3, 2, 9, 9, 1, 3, 9, -1, 0.5, 4))
                    .input(random(3, -1, 1, 3, 3))));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("CholeskyGrad")
                    .named("batch")
                    .input(random(4, 1, 2, 2, 2, 4, 4))
                    .input(random(5, -1, 1, 2, 2, 4, 4))));
    samples.add(OpSample.of("CholeskyGrad").named("empty").input(empty(0, 0)).input(empty(0, 0)));
    samples.add(
        OpSample.of("CholeskyGrad")
            .named("other size")
            .input(range(2, 2))
            .input(range(3, 3))
            .refused("as many rows"));
    samples.add(
        OpSample.of("CholeskyGrad")
            .named("not square")
            .input(range(2, 3))
            .input(range(2, 3))
            .refused("must be square"));
    return samples;
  }

  private static List<OpSample> inverses() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean adjoint : List.of(false, true)) {
      samples.addAll(
          inBoth(
              () ->
                  OpSample.of("MatrixInverse")
                      .named(adjoint ? "adjoint" : "")
                      .input(matrix(3, 3, 2, 1, 1, 4, -6, 0, -2, 7, 2))
                      .attr("adjoint", adjoint)));
    }
    samples.addAll(
        inBoth(
            () -> OpSample.of("MatrixInverse").named("batch").input(random(3, -1, 1, 2, 2, 4, 4))));
    samples.add(
        OpSample.of("MatrixInverse")
            .named("singular")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, 1, 2, 2, 4))
            .refused("Input is not invertible"));
    return samples;
  }

  private static List<OpSample> determinants() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("MatrixDeterminant", "LogMatrixDeterminant")) {
      samples.addAll(
          inBoth(() -> OpSample.of(op).input(matrix(3, 3, 2, 1, 1, 4, -6, 0, -2, 7, 2))));
      samples.addAll(inBoth(() -> OpSample.of(op).named("batch").input(random(3, -1, 1, 2, 4, 4))));
      samples.add(
          OpSample.of(op)
              .named("singular")
              .types("T", DType.FLOAT32, DType.FLOAT64)
              .input(matrix(2, 2, 1, 2, 2, 4))
              // the gradient inverts the matrix, as TensorFlow's does
              .withoutGradient());
      samples.add(
          OpSample.of(op)
              .named("zeros")
              .types("T", DType.FLOAT32, DType.FLOAT64)
              .input(matrix(2, 2, 0, 0, 0, 0))
              .withoutGradient()); // as above
      samples.add(
          OpSample.of(op)
              .named("infinite")
              .types("T", DType.FLOAT32, DType.FLOAT64)
              .input(matrix(2, 2, 1, 2, -3, Double.NEGATIVE_INFINITY))
              .withoutGradient()); // not finite either
    }
    return samples;
  }

  private static List<OpSample> functions() {
    List<OpSample> samples = new ArrayList<>();
    samples.addAll(inBoth(() -> OpSample.of("MatrixExponential").input(random(3, -2, 2, 2, 3, 3))));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("MatrixExponential")
                    .named("tiny")
                    .input(random(3, -0.01, 0.01, 2, 2))));
    samples.addAll(
        inBoth(
            () -> OpSample.of("MatrixExponential").named("zeros").input(matrix(2, 2, 0, 0, 0, 0))));
    samples.addAll(inBoth(() -> OpSample.of("MatrixLogarithm").input(positive())));
    samples.addAll(
        inBoth(
            () -> OpSample.of("MatrixLogarithm").named("batch").input(random(3, 1, 2, 2, 3, 3))));
    samples.addAll(inBoth(() -> OpSample.of("MatrixSquareRoot").input(positive())));
    samples.addAll(
        inBoth(
            () ->
                OpSample.of("MatrixSquareRoot")
                    .named("rotation and scale")
                    .input(matrix(2, 2, 3, -1, 2, 4))));
    samples.add(
        OpSample.of("MatrixSquareRoot")
            .named("no real root")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, -1, 0, 0, -4)));
    return samples;
  }

  private static List<OpSample> qrs() {
    List<OpSample> samples = new ArrayList<>();
    for (boolean full : List.of(false, true)) {
      for (long[] shape : new long[][] {{4, 3}, {3, 3}, {3, 5}, {2, 3, 4, 2}, {1, 1}, {3, 1}}) {
        samples.addAll(inBoth(() -> qr(full, shape)));
      }
      samples.add(
          OpSample.of("Qr").named("none").input(empty(0, 2, 3)).attr("full_matrices", full));
    }
    samples.add(OpSample.of("Qr").named("no rows").input(empty(0, 3)));
    samples.add(OpSample.of("Qr").named("no columns").input(empty(3, 0)));
    samples.addAll(
        inBoth(() -> OpSample.of("Qr").named("triangle").input(matrix(2, 2, 1, 2, 0, 3))));
    samples.add(OpSample.of("Qr").named("vector").input(range(3)).refused("at least rank 2"));
    return samples;
  }

  private static OpSample qr(boolean full, long[] shape) {
    OpSample sample =
        OpSample.of("Qr")
            .named((full ? "full " : "") + Shape.of(shape))
            .input(random(shape.length + shape[0], -1, 1, shape))
            .attr("full_matrices", full);
    // nothing determines how the other columns of Q turn: see TestFactorGradients
    boolean hasOthers = full && shape[shape.length - 2] > shape[shape.length - 1];
    return hasOthers ? sample.withoutGradient() : sample;
  }

  private static List<OpSample> svds() {
    List<OpSample> samples = new ArrayList<>();
    for (long[] shape :
        new long[][] {{4, 3}, {3, 3}, {3, 5}, {2, 3, 4, 2}, {1, 1}, {0, 3}, {3, 0}}) {
      for (boolean full : List.of(false, true)) {
        // vectors are determined only up to sign: see FactorScenarios; nothing determines the phase
        // of complex ones and how others turn: see TestFactorGradients
        samples.add(svd(full, shape).notTypes("T", DType.COMPLEX64, DType.COMPLEX128));
        samples.add(
            svd(full, shape).types("T", DType.COMPLEX64, DType.COMPLEX128).withoutGradient());
      }
    }
    samples.add(
        OpSample.of("Svd")
            .named("not a number")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, 1, Double.NaN, 2, 1)));
    samples.add(OpSample.of("Svd").named("vector").input(range(3)).refused("at least rank 2"));
    return samples;
  }

  private static OpSample svd(boolean full, long[] shape) {
    OpSample sample =
        OpSample.of("Svd")
            .named((full ? "full " : "") + Shape.of(shape))
            .input(random(shape.length + shape[0], -1, 1, shape))
            .attr("full_matrices", full)
            .shapesOnly();
    long others = Math.abs(shape[shape.length - 2] - shape[shape.length - 1]);
    return full && others > 1 ? sample.withoutGradient() : sample;
  }

  private static List<OpSample> eigens() {
    List<OpSample> samples = new ArrayList<>();
    // vectors are determined only up to sign: see FactorScenarios; nothing determines the phase of
    // complex ones: see TestFactorGradients
    samples.add(
        OpSample.of("SelfAdjointEigV2")
            .named("vectors")
            .notTypes("T", DType.COMPLEX64, DType.COMPLEX128)
            .input(hermitian())
            .shapesOnly());
    samples.add(
        OpSample.of("SelfAdjointEigV2")
            .named("complex vectors")
            .types("T", DType.COMPLEX64, DType.COMPLEX128)
            .input(hermitian())
            .shapesOnly()
            .withoutGradient());
    samples.add(
        OpSample.of("SelfAdjointEigV2")
            .named("not a number")
            .input(matrix(2, 2, 1, 2, Double.NaN, 4))
            .refused("Self-adjoint eigen decomposition was not successful"));
    // the order of eigenvalues is not determined: see FactorScenarios
    samples.add(
        OpSample.of("Eig")
            .attr("T", DType.FLOAT64)
            .attr("Tout", DType.COMPLEX128)
            .input(random(3, -1, 1, 2, 4, 4))
            .shapesOnly()
            .withoutGradient()); // nothing determines the phase: see TestFactorGradients
    samples.add(
        OpSample.of("Eig")
            .named("real vectors")
            .attr("T", DType.FLOAT64)
            .attr("Tout", DType.COMPLEX128)
            .input(matrix(2, 2, 2, 1, 0.5, -1))
            .shapesOnly());
    samples.add(
        OpSample.of("Eig")
            .named("not square")
            .attr("T", DType.FLOAT64)
            .attr("Tout", DType.COMPLEX128)
            .input(range(2, 3))
            .refused("must be square"));
    return samples;
  }

  private static List<OpSample> lus() {
    List<OpSample> samples = new ArrayList<>();
    samples.addAll(
        inBoth(() -> OpSample.of("Lu").input(matrix(3, 3, 2, 1, 1, 4, -6, 0, -2, 7, 2))));
    samples.addAll(
        inBoth(() -> OpSample.of("Lu").named("batch").input(random(3, -1, 1, 2, 2, 5, 5))));
    samples.add(
        OpSample.of("Lu")
            .named("singular")
            .types("T", DType.FLOAT32, DType.FLOAT64)
            .input(matrix(2, 2, 1, 2, 2, 4))
            .refused("Input is not invertible"));
    return samples;
  }
}
