package dev.weir.kernels.vector.internal.linalg;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Solvers and factors against the reference kernels of their ops. */
final class TestSolverKernels {
  private static final long[] SIZES = {0, 1, 2, 3, 7, 31, 33, 70};

  private static final Map<String, AttrValue> ADJOINT = Map.of("adjoint", AttrValue.of(true));

  @TestFactory
  Stream<DynamicTest> choleskyFactorsAgree() {
    return forTypes(
        dtype -> {
          try (KernelContest contest = contest("Cholesky", Map.of(), dtype)) {
            for (long n : SIZES) {
              contest.compare(TestMatrices.positive(dtype, n, n, n));
              contest.compare(TestMatrices.positive(dtype, n, 2, 3, n, n));
            }
            contest.compare(TestMatrices.shifted(dtype, 1, -3, 2, 5, 5)); // not positive
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> functionsOfSquareMatricesAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Lu", "MatrixInverse", "MatrixDeterminant", "LogMatrixDeterminant")) {
      for (DType dtype : TestMatrices.TYPES) {
        tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> square(op, Map.of(), dtype)));
        if (op.equals("MatrixInverse")) {
          String title = op + " adjoint " + dtype;
          tests.add(DynamicTest.dynamicTest(title, () -> square(op, ADJOINT, dtype)));
        }
      }
    }
    return tests.stream();
  }

  private static void square(String op, Map<String, AttrValue> attrs, DType dtype) {
    boolean isDeterminant = op.equals("MatrixDeterminant");
    try (KernelContest contest = contest(op, attrs, dtype)) {
      if (isDeterminant) {
        contest.within(dtype == DType.FLOAT64 || dtype == DType.COMPLEX128 ? 4000 : 4, 1e-5);
      }
      for (long n : SIZES) {
        if (!isDeterminant || n < 8) {
          contest.compare(TestMatrices.shifted(dtype, n, 3, n, n));
          contest.compare(TestMatrices.shifted(dtype, n + 1, -3, 2, 3, n, n));
        }
      }
      contest.compare(TestMatrices.shifted(dtype, 40, 9, 40, 40));
    } catch (AssertionError e) {
      throw new AssertionError(op + e.getMessage(), e);
    }
  }

  @TestFactory
  Stream<DynamicTest> singularMatricesAreRefused() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Lu", "MatrixInverse")) {
      tests.add(
          DynamicTest.dynamicTest(
              op,
              () -> {
                Tensor zeros = Tensor.allocate(DType.FLOAT32, Shape.of(3, 3)).freeze();
                try (KernelContest contest = contest(op, Map.of(), DType.FLOAT32)) {
                  assertThatThrownBy(() -> contest.runInVectors(zeros))
                      .hasMessageContaining("Input is not invertible");
                }
              }));
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> singularDeterminantsAgree() {
    return forTypes(
        dtype -> {
          for (String op : List.of("MatrixDeterminant", "LogMatrixDeterminant")) {
            try (KernelContest contest = contest(op, Map.of(), dtype)) {
              contest.compare(Tensor.allocate(dtype, Shape.of(2, 3, 3)).freeze());
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> solutionsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (DType dtype : TestMatrices.TYPES) {
      for (boolean adjoint : new boolean[] {false, true}) {
        Map<String, AttrValue> attrs = Map.of("adjoint", AttrValue.of(adjoint));
        String title = dtype + (adjoint ? " adjoint" : "");
        tests.add(DynamicTest.dynamicTest(title, () -> solve("MatrixSolve", attrs, dtype, false)));
        for (boolean isLower : new boolean[] {false, true}) {
          Map<String, AttrValue> more =
              Map.of("adjoint", AttrValue.of(adjoint), "lower", AttrValue.of(isLower));
          String name = (isLower ? "lower " : "upper ") + title;
          tests.add(
              DynamicTest.dynamicTest(
                  name, () -> solve("MatrixTriangularSolve", more, dtype, true)));
        }
      }
    }
    return tests.stream();
  }

  private static void solve(
      String op, Map<String, AttrValue> attrs, DType dtype, boolean broadcasts) {
    try (KernelContest contest = contest(op, attrs, dtype, dtype)) {
      for (long n : SIZES) {
        for (long columns : new long[] {0, 1, 2, 5, 100}) {
          contest.compare(
              TestMatrices.shifted(dtype, n, 2 + n / 4.0, n, n),
              TestMatrices.random(dtype, n, n, columns));
        }
      }
      contest.compare(
          TestMatrices.shifted(dtype, 5, 3, 2, 3, 5, 5), TestMatrices.random(dtype, 6, 2, 3, 5, 4));
      if (broadcasts) {
        contest.compare(
            TestMatrices.shifted(dtype, 5, 3, 2, 1, 5, 5), TestMatrices.random(dtype, 6, 3, 5, 4));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> orthogonalFactorsAgree() {
    return forTypes(
        dtype -> {
          for (boolean isFull : new boolean[] {false, true}) {
            Map<String, AttrValue> attrs = Map.of("full_matrices", AttrValue.of(isFull));
            try (KernelContest contest = contest("Qr", attrs, dtype)) {
              for (long n : SIZES) {
                contest.compare(TestMatrices.shifted(dtype, n, n, n, n));
                contest.compare(TestMatrices.shifted(dtype, n, n, n, n / 2));
                contest.compare(TestMatrices.shifted(dtype, n, n, n / 2, n));
              }
              contest.compare(TestMatrices.random(dtype, 1, 2, 3, 5, 4));
              contest.compare(Tensor.allocate(dtype, Shape.of(2, 3, 3)).freeze());
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> gradientsOfCholeskyFactorsAgree() {
    return Stream.of(DType.FLOAT16, DType.FLOAT32, DType.FLOAT64)
        .map(
            dtype ->
                DynamicTest.dynamicTest(
                    dtype.toString(),
                    () -> {
                      try (KernelContest contest =
                          contest("CholeskyGrad", Map.of(), dtype, dtype)) {
                        for (long n : SIZES) {
                          contest.compare(
                              TestMatrices.shifted(dtype, n, 3 + n / 4.0, n, n),
                              TestMatrices.random(dtype, n, n, n));
                        }
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> leastSquaresAgree() {
    return forTypes(
        dtype -> {
          for (boolean isFast : new boolean[] {false, true}) {
            Map<String, AttrValue> attrs = Map.of("fast", AttrValue.of(isFast));
            double tolerance = 50 * TestMatrices.tolerance(dtype);
            try (KernelContest contest =
                contest("MatrixSolveLs", attrs, dtype, dtype, DType.FLOAT64).within(8, tolerance)) {
              Tensor regularizer = Tensors.scalar(0.1);
              for (long n : new long[] {0, 1, 3, 8, 33}) {
                for (long m : new long[] {n / 2, n, 2 * n}) {
                  contest.compare(
                      TestMatrices.shifted(dtype, n, 3, 2, m, n),
                      TestMatrices.random(dtype, n, 2, m, 3),
                      regularizer);
                }
              }
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> bandedSystemsAgree() {
    return forTypes(
        dtype -> {
          for (int i = 0; i < 4; i++) {
            boolean isLower = i % 2 == 0;
            Map<String, AttrValue> attrs =
                Map.of("lower", AttrValue.of(isLower), "adjoint", AttrValue.of(i / 2 == 0));
            try (KernelContest contest = contest("BandedTriangularSolve", attrs, dtype, dtype)) {
              for (int bands = 1; bands < 4; bands++) {
                contest.compare(
                    bands(dtype, bands, isLower ? 0 : bands - 1, 1, 2, bands, 7),
                    TestMatrices.random(dtype, 2, 3, 1, 7, 3));
              }
              Tensor zeros = Tensor.allocate(dtype, Shape.of(2, 3)).freeze();
              assertThatThrownBy(
                      () -> contest.runInVectors(zeros, TestMatrices.random(dtype, 1, 3, 1)))
                  .hasMessageContaining("element 0 of the diagonal is 0");
            }
          }
        });
  }

  /** Rows of random numbers, large ones in one row. */
  private static Tensor bands(DType dtype, long seed, int main, long... sizes) {
    Tensor random = TestMatrices.random(dtype, seed, sizes);
    Tensor bands = Tensor.allocate(dtype, Shape.of(sizes));
    long columns = sizes[sizes.length - 1];
    long rows = sizes[sizes.length - 2];
    for (long i = 0; i < bands.elements(); i++) {
      double shift = i / columns % rows == main ? 5 : 0;
      TestMatrices.set(
          bands,
          i,
          TestMatrices.part(random, i, false) + shift,
          TestMatrices.part(random, i, true));
    }
    return bands.freeze();
  }

  @TestFactory
  Stream<DynamicTest> tridiagonalSystemsAgree() {
    return forTypes(
        dtype -> {
          if (dtype == DType.FLOAT16) {
            return;
          }
          try (KernelContest product =
              contest("TridiagonalMatMul", Map.of(), dtype, dtype, dtype, dtype)) {
            product.compare(
                TestMatrices.random(dtype, 1, 2, 1, 7),
                TestMatrices.random(dtype, 2, 2, 1, 7),
                TestMatrices.random(dtype, 3, 2, 1, 7),
                TestMatrices.random(dtype, 4, 2, 7, 5));
          }
          tridiagonal(dtype, true, false);
          tridiagonal(dtype, false, false);
          tridiagonal(dtype, true, true);
        });
  }

  private static void tridiagonal(DType dtype, boolean pivots, boolean perturbs) {
    Map<String, AttrValue> attrs =
        Map.of(
            "partial_pivoting", AttrValue.of(pivots), "perturb_singular", AttrValue.of(perturbs));
    try (KernelContest contest =
        contest("TridiagonalSolve", attrs, dtype, dtype)
            .within(8, 100 * TestMatrices.tolerance(dtype))) {
      for (long n : SIZES) {
        contest.compare(
            pivots ? TestMatrices.random(dtype, n + 3, 2, 3, n) : bands(dtype, n + 3, 1, 2, 3, n),
            TestMatrices.random(dtype, n, 2, n, 3));
      }
      if (!perturbs) {
        contest.compare(
            Tensor.allocate(dtype, Shape.of(3, 4)).freeze(), TestMatrices.random(dtype, 1, 4, 2));
      }
    }
  }

  private static KernelContest contest(
      String op, Map<String, AttrValue> attrs, DType dtype, DType... more) {
    DType[] all = new DType[1 + more.length];
    all[0] = dtype;
    System.arraycopy(more, 0, all, 1, more.length);
    return KernelContest.of(op, attrs, all).within(8, TestMatrices.tolerance(dtype));
  }

  private static Stream<DynamicTest> forTypes(java.util.function.Consumer<DType> test) {
    return TestMatrices.TYPES.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> test.accept(dtype)));
  }
}
