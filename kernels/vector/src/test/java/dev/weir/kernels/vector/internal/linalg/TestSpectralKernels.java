package dev.weir.kernels.vector.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Eigenvalues and singular values against the reference kernels of their ops. Vectors have no
 * certain sign: they are multiplied together.
 */
final class TestSpectralKernels {
  private static final long[] SIZES = {0, 1, 2, 3, 7, 33, 70};

  @TestFactory
  Stream<DynamicTest> eigenvaluesOfHermitianMatricesAgree() {
    return forTypes(
        dtype -> {
          try (KernelContest contest = contest("SelfAdjointEigV2", "compute_v", dtype, false)) {
            for (long n : SIZES) {
              contest.compare(TestMatrices.random(dtype, n, n, n));
            }
            contest.compare(TestMatrices.positive(dtype, 1, 2, 3, 5, 5));
            contest.compare(Tensor.allocate(dtype, Shape.of(2, 3, 3)).freeze());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> eigenvectorsOfHermitianMatricesGiveTheMatrix() {
    return forTypes(
        dtype -> {
          try (KernelContest contest = contest("SelfAdjointEigV2", "compute_v", dtype, true)) {
            for (long n : SIZES) {
              if (n > 0) {
                Tensor matrix = TestMatrices.positive(dtype, n, n, n);
                List<Tensor> parts = contest.runInVectors(matrix);
                checkProduct(parts.get(1), parts.get(0), parts.get(1), matrix);
                checkOrthonormal(parts.get(1));
              }
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> elementsThatAreNotFiniteAreRefused() {
    return forTypes(
        dtype -> {
          Tensor matrix = Tensor.allocate(dtype, Shape.of(2, 2));
          TestMatrices.set(matrix, 2, Double.NaN, 0);
          try (KernelContest contest = contest("SelfAdjointEigV2", "compute_v", dtype, true)) {
            assertThatThrownBy(() -> contest.runInVectors(matrix.freeze()))
                .hasMessageContaining("was not successful");
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> singularValuesAgree() {
    return forTypes(
        dtype -> {
          try (KernelContest contest = contest("Svd", "compute_uv", dtype, false)) {
            for (long n : SIZES) {
              contest.compare(TestMatrices.random(dtype, n, n, n));
              contest.compare(TestMatrices.random(dtype, n, n / 2, n));
              contest.compare(TestMatrices.random(dtype, n, n, n / 2));
              contest.compare(TestMatrices.random(dtype, n, n, n * 3 / 4));
            }
            contest.compare(TestMatrices.random(dtype, 1, 2, 3, 5, 4));
            contest.compare(Tensor.allocate(dtype, Shape.of(2, 3, 3)).freeze());
            Tensor special = Tensor.allocate(dtype, Shape.of(3, 2));
            TestMatrices.set(special, 2, Double.NaN, 0);
            contest.compare(special.freeze());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> singularVectorsGiveTheMatrix() {
    return forTypes(
        dtype -> {
          for (boolean isFull : new boolean[] {false, true}) {
            Map<String, AttrValue> attrs = Map.of("full_matrices", AttrValue.of(isFull));
            try (KernelContest contest = KernelContest.of("Svd", attrs, dtype)) {
              for (long n : SIZES) {
                for (long m : new long[] {n / 2, n * 3 / 4, n}) {
                  if (m > 0) {
                    checkSvd(contest, TestMatrices.random(dtype, n, m, n));
                    checkSvd(contest, TestMatrices.random(dtype, n, n, m));
                  }
                }
              }
              checkSvd(contest, deficient(dtype, 9));
              checkSvd(contest, Tensor.allocate(dtype, Shape.of(4, 3)).freeze());
            }
          }
        });
  }

  /** A matrix of rank 2. */
  private static Tensor deficient(DType dtype, int n) {
    Tensor matrix = Tensor.allocate(dtype, Shape.of(n, n));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        TestMatrices.set(matrix, (long) i * n + j, i % 2 + j % 3 * 0.25, 0);
      }
    }
    return matrix.freeze();
  }

  private static void checkSvd(KernelContest contest, Tensor matrix) {
    List<Tensor> parts = contest.runInVectors(matrix);
    checkProduct(parts.get(1), parts.get(0), parts.get(2), matrix);
    checkOrthonormal(parts.get(1));
    checkOrthonormal(parts.get(2));
  }

  /** Checks {@code u s v* = matrix}. */
  private static void checkProduct(Tensor u, Tensor s, Tensor v, Tensor matrix) {
    int rows = (int) u.shape().size(0);
    int columns = (int) v.shape().size(0);
    double tolerance = 30 * TestMatrices.tolerance(matrix.dtype());
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double re = 0;
        double im = 0;
        for (int k = 0; k < s.elements(); k++) {
          long x = i * u.shape().size(1) + k;
          long y = j * v.shape().size(1) + k;
          double value = TestMatrices.part(s, k, false);
          double a = TestMatrices.part(u, x, false) * value;
          double b = TestMatrices.part(u, x, true) * value;
          double c = TestMatrices.part(v, y, false);
          double d = TestMatrices.part(v, y, true);
          re += a * c + b * d;
          im += b * c - a * d;
        }
        long at = (long) i * columns + j;
        assertThat(Math.abs(re - TestMatrices.part(matrix, at, false)))
            .as("%s, element %d, %d", matrix, i, j)
            .isLessThan(tolerance);
        assertThat(Math.abs(im - TestMatrices.part(matrix, at, true))).isLessThan(tolerance);
      }
    }
  }

  private static void checkOrthonormal(Tensor columns) {
    int n = (int) columns.shape().size(1);
    double tolerance = 10 * TestMatrices.tolerance(columns.dtype());
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) {
        double re = 0;
        for (int i = 0; i < columns.shape().size(0); i++) {
          long x = (long) i * n + j;
          long y = (long) i * n + k;
          re +=
              TestMatrices.part(columns, x, false) * TestMatrices.part(columns, y, false)
                  + TestMatrices.part(columns, x, true) * TestMatrices.part(columns, y, true);
        }
        assertThat(Math.abs(re - (j == k ? 1 : 0)))
            .as("columns %d and %d of %s", j, k, columns)
            .isLessThan(tolerance);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> functionsOfMatricesAgree() {
    return forTypes(
        dtype -> {
          for (String op : List.of("MatrixExponential", "MatrixSquareRoot", "MatrixLogarithm")) {
            if (op.equals("MatrixLogarithm") && !dtype.isComplex()) {
              continue;
            }
            double tolerance = 20 * TestMatrices.tolerance(dtype);
            // the exponential of a matrix of norm 20 has elements of all sizes up to 1e9
            long largest = op.equals("MatrixExponential") ? 7 : 20;
            try (KernelContest contest =
                KernelContest.of(op, Map.of(), dtype).within(1000, tolerance)) {
              for (long n : new long[] {0, 1, 2, 3, 7, 20}) {
                contest.compare(TestMatrices.positive(dtype, n, n, n));
                if (n <= largest) {
                  contest.compare(TestMatrices.shifted(dtype, n, n, 2, n, n));
                }
              }
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> rootsThatAreNotRealAreUndefined() {
    return Stream.of(DType.FLOAT32, DType.FLOAT64)
        .map(
            dtype ->
                DynamicTest.dynamicTest(
                    dtype.toString(),
                    () -> {
                      try (KernelContest contest =
                          KernelContest.of("MatrixSquareRoot", Map.of(), dtype)) {
                        contest.compare(TestMatrices.shifted(dtype, 1, -9, 3, 3));
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> eigenvectorsAreStretched() {
    return TestMatrices.TYPES.stream()
        .filter(dtype -> dtype != DType.FLOAT16)
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> eigenvectors(dtype)));
  }

  private static void eigenvectors(DType dtype) {
    boolean isDouble = dtype == DType.FLOAT64 || dtype == DType.COMPLEX128;
    DType out = isDouble ? DType.COMPLEX128 : DType.COMPLEX64;
    try (KernelContest contest =
        KernelContest.of("Eig", Map.of("Tout", AttrValue.of(out)), dtype)) {
      for (long n : SIZES) {
        if (n > 0) {
          Tensor matrix = TestMatrices.random(dtype, n, n, n);
          List<Tensor> parts = contest.runInVectors(matrix);
          checkStretched(matrix, parts.get(0), parts.get(1));
        }
      }
    }
  }

  /** Checks {@code A v = v e} and the lengths of vectors. */
  private static void checkStretched(Tensor matrix, Tensor values, Tensor vectors) {
    int n = (int) values.elements();
    double tolerance = 100 * TestMatrices.tolerance(matrix.dtype());
    for (int k = 0; k < n; k++) {
      double square = 0;
      for (int i = 0; i < n; i++) {
        double re = 0;
        double im = 0;
        for (int j = 0; j < n; j++) {
          double a = TestMatrices.part(matrix, (long) i * n + j, false);
          double b = TestMatrices.part(matrix, (long) i * n + j, true);
          double c = TestMatrices.part(vectors, (long) j * n + k, false);
          double d = TestMatrices.part(vectors, (long) j * n + k, true);
          re += a * c - b * d;
          im += a * d + b * c;
        }
        double x = TestMatrices.part(vectors, (long) i * n + k, false);
        double y = TestMatrices.part(vectors, (long) i * n + k, true);
        double e = TestMatrices.part(values, k, false);
        double f = TestMatrices.part(values, k, true);
        assertThat(Math.abs(re - (x * e - y * f))).isLessThan(tolerance);
        assertThat(Math.abs(im - (x * f + y * e))).isLessThan(tolerance);
        square += x * x + y * y;
      }
      assertThat(Math.abs(square - 1)).isLessThan(tolerance);
    }
  }

  private static KernelContest contest(String op, String vectors, DType dtype, boolean hasVectors) {
    return KernelContest.of(op, Map.of(vectors, AttrValue.of(hasVectors)), dtype)
        .within(8, 4 * TestMatrices.tolerance(dtype));
  }

  private static Stream<DynamicTest> forTypes(java.util.function.Consumer<DType> test) {
    return TestMatrices.TYPES.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> test.accept(dtype)));
  }
}
