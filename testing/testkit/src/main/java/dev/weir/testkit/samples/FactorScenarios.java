package dev.weir.testkit.samples;

import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.linalg.LinalgOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Factors that are determined only up to sign or order, multiplied again: both systems must get the
 * same matrix back, and both must have vectors that are orthonormal.
 */
final class FactorScenarios {
  private static final Tolerance DOUBLE = Tolerance.of(1e-12, 1e-12);
  private static final Tolerance SINGLE = Tolerance.of(1e-5, 1e-5);

  private FactorScenarios() {}

  static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.COMPLEX64, DType.COMPLEX128)) {
      Tolerance tolerance = dtype.realPart() == DType.FLOAT32 ? SINGLE : DOUBLE;
      for (boolean isFull : List.of(true, false)) {
        scenarios.add(svd(dtype, isFull, 5, 3).within(tolerance));
        scenarios.add(svd(dtype, isFull, 3, 5).within(tolerance));
      }
      for (long[] shape : new long[][] {{4, 3}, {3, 3}, {3, 5}, {2, 3, 4, 2}, {1, 1}, {0, 3}}) {
        scenarios.add(singularValues(dtype, shape).within(tolerance));
      }
      scenarios.add(eigenvalues(dtype).within(tolerance));
      scenarios.add(eigen(dtype).within(tolerance));
      scenarios.add(generalEigen(dtype).within(tolerance));
    }
    scenarios.add(deficient());
    return scenarios;
  }

  private static Scenario svd(DType dtype, boolean isFull, long rows, long columns) {
    String title =
        "singular vectors of " + dtype + " " + rows + "×" + columns + (isFull ? " full" : "");
    return Scenario.of(
        title,
        Set.of("Svd", "Einsum", "BatchMatMulV2"),
        (ops, steps) -> {
          Output input = ops.constant(Values.random(5, -1, 1, 2, rows, columns).as(dtype));
          LinalgOps.Svd svd = ops.linalg.svd(input, isFull);
          fetchGramians(ops, svd);
          if (!isFull) {
            Output scaled = ops.linalg.einsum("bij,bj->bij", svd.u(), svd.s());
            ops.withName("again").linalg.batchMatMul(scaled, svd.v(), false, true);
            steps.fetch("again:0");
          }
          steps.fetch("left:0", "right:0");
        });
  }

  /**
   * Values alone. Where vectors are not asked for, TensorFlow's outputs for them are scalars,
   * although it infers the shape {@code [0]}, which ours have: they are not fetched.
   */
  private static Scenario singularValues(DType dtype, long... shape) {
    return Scenario.of(
        "singular values of " + dtype + Shape.of(shape),
        Set.of("Svd"),
        (ops, steps) -> {
          Output input = ops.constant(Values.random(shape[0], -1, 1, shape).as(dtype));
          ops.withName("values").linalg.singularValues(input);
          steps.fetch("values:0", ops.linalg.svd(input, false).s().name());
        });
  }

  private static Scenario eigenvalues(DType dtype) {
    return Scenario.of(
        "eigenvalues of Hermitian " + dtype,
        Set.of("SelfAdjointEigV2"),
        (ops, steps) -> {
          List<Values> inputs =
              List.of(
                  FactorSamples.hermitian(),
                  FactorSamples.positive(),
                  Values.complex(Shape.of(2, 2), new double[8]),
                  Values.random(7, -1, 1, 2, 3, 6, 6));
          for (Values values : inputs) {
            Output input = ops.constant(values.as(dtype));
            steps.fetch(ops.linalg.selfAdjointEigenvalues(input).name());
          }
        });
  }

  private static void fetchGramians(Ops ops, LinalgOps.Svd svd) {
    ops.withName("left").linalg.batchMatMul(svd.u(), svd.u(), true, false);
    ops.withName("right").linalg.batchMatMul(svd.v(), svd.v(), true, false);
  }

  /** Vectors for singular values of 0 must be orthonormal too. */
  private static Scenario deficient() {
    return Scenario.of(
            "singular vectors of a matrix of rank 1",
            Set.of("Svd"),
            (ops, steps) -> {
              Output input =
                  ops.constant(Values.of(Shape.of(1, 3, 2), 1, 2, 2, 4, 3, 6).as(DType.FLOAT64));
              fetchGramians(ops, ops.linalg.svd(input, false));
              steps.fetch("left:0", "right:0");
            })
        .within(DOUBLE);
  }

  private static Scenario eigen(DType dtype) {
    return Scenario.of(
        "eigenvectors of Hermitian " + dtype,
        Set.of("SelfAdjointEigV2"),
        (ops, steps) -> {
          Output input = ops.constant(FactorSamples.hermitian().as(dtype));
          LinalgOps.Eigen eigen = ops.linalg.selfAdjointEig(input);
          Output v = eigen.vectors();
          Output scaled = ops.linalg.einsum("ij,j->ij", v, eigen.values());
          ops.withName("again").linalg.batchMatMul(scaled, v, false, true);
          ops.withName("gramian").linalg.batchMatMul(v, v, true, false);
          steps.fetch("again:0", "gramian:0");
        });
  }

  private static Scenario generalEigen(DType dtype) {
    DType complex = dtype.realPart() == DType.FLOAT32 ? DType.COMPLEX64 : DType.COMPLEX128;
    return Scenario.of(
        "eigenvectors of " + dtype,
        Set.of("Eig"),
        (ops, steps) -> {
          Output input = ops.constant(Values.random(6, -1, 1, 2, 4, 4).as(dtype));
          LinalgOps.Eigen eigen = ops.linalg.eig(input, complex);
          Output scaled = ops.linalg.einsum("bij,bj->bij", eigen.vectors(), eigen.values());
          Output inverse = ops.linalg.matrixInverse(eigen.vectors());
          ops.withName("again").linalg.batchMatMul(scaled, inverse);
          steps.fetch("again:0");
        });
  }
}
