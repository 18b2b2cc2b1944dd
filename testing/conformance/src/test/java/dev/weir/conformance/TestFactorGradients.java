package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.linalg.LinalgOps;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Gradients of factors of matrices through functions that do not depend on what the matrix leaves
 * open: signs, phases, the order of values, the basis of a space. And second derivatives.
 */
final class TestFactorGradients {
  private static final double[] IDENTITY = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0};

  /** A function of a matrix, or of several in a batch. */
  @FunctionalInterface
  private interface Function extends BiFunction<Ops, Output, Output> {}

  private record Case(String name, Function function, long... shape) {
    List<DynamicTest> tests(DType... dtypes) {
      List<DynamicTest> tests = new ArrayList<>();
      for (DType dtype : dtypes) {
        for (boolean isFed : List.of(false, true)) {
          String title = name + " " + dtype + (isFed ? " fed" : " constant");
          tests.add(DynamicTest.dynamicTest(title, () -> check(this, dtype, isFed)));
        }
      }
      return tests;
    }
  }

  @TestFactory
  Stream<DynamicTest> factors() {
    return Stream.of(
            new Case("Cholesky", TestFactorGradients::cholesky, 2, 3, 3),
            new Case("SelfAdjointEigV2", TestFactorGradients::exponential, 2, 3, 3),
            new Case(
                "SelfAdjointEigV2 values",
                (ops, a) -> ops.linalg.selfAdjointEigenvalues(a),
                2,
                3,
                3),
            new Case("Svd wide", TestFactorGradients::squaredValues, 2, 2, 3),
            new Case("Svd square", TestFactorGradients::squaredValues, 3, 3),
            new Case("Svd tall", TestFactorGradients::squaredValues, 4, 2),
            new Case("Svd others", TestFactorGradients::othersOfSvd, 5, 2),
            new Case("Svd values", (ops, a) -> ops.linalg.singularValues(a), 2, 4, 3),
            new Case("Qr others", TestFactorGradients::othersOfQr, 5, 2),
            new Case("Eig again", TestFactorGradients::cubed, 2, 3, 3),
            new Case("Eig lengths", TestFactorGradients::lengths, 3, 3))
        .flatMap(each -> each.tests(DType.FLOAT64, DType.COMPLEX128).stream());
  }

  @TestFactory
  Stream<DynamicTest> secondDerivatives() {
    return Stream.of(
            new Case("MatMul", (ops, a) -> ops.linalg.matMul(a, a, true, false), 2, 3),
            new Case("BatchMatMulV2", TestFactorGradients::broadcastProduct, 2, 1, 2, 3),
            new Case("Einsum", (ops, a) -> ops.linalg.einsum("ijj,kil->ki", a, a), 2, 2, 2),
            new Case(
                "Einsum broadcasting",
                (ops, a) -> ops.linalg.einsum("i...,...j->...", a, a),
                2,
                2,
                2),
            new Case("MatrixInverse", (ops, a) -> ops.linalg.matrixInverse(a), 3, 3),
            new Case("MatrixDeterminant", (ops, a) -> ops.linalg.matrixDeterminant(a), 3, 3),
            new Case("MatrixSolve", (ops, a) -> ops.linalg.matrixSolve(a, ops.math.exp(a)), 3, 3),
            new Case("MatrixExponential", (ops, a) -> ops.linalg.matrixExponential(a), 3, 3),
            new Case("MatrixSolveLs tall", TestFactorGradients::leastSquares, 4, 2),
            new Case("MatrixSolveLs wide", TestFactorGradients::leastSquares, 2, 4),
            new Case("Cholesky", TestFactorGradients::cholesky, 3, 3),
            new Case("Lu", (ops, a) -> ops.linalg.lu(a).factors(), 3, 3),
            new Case("Qr", (ops, a) -> ops.linalg.qr(a, false).r(), 3, 2),
            new Case("Svd", TestFactorGradients::squaredValues, 3, 2),
            new Case("SelfAdjointEigV2", TestFactorGradients::exponential, 3, 3),
            new Case("TridiagonalSolve", TestFactorGradients::threeDiagonals, 3, 3))
        .map(each -> new Case(each.name, (ops, a) -> slope(ops, each.function, a), each.shape))
        .flatMap(each -> each.tests(DType.FLOAT64).stream());
  }

  @Test
  void equalValuesCountAsUnrelated() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Tensor identity = Values.matrix(2, 2, 1, 0, 0, 1).as(DType.FLOAT64);
    Output a = ops.constant(identity);
    List<Output> slopes =
        Stream.<Function>of(
                (o, x) -> o.linalg.selfAdjointEigenvalues(x),
                (o, x) -> o.linalg.singularValues(x),
                (o, x) -> o.linalg.einsum("ij->j", squaredValues(o, x)),
                (o, x) -> o.linalg.einsum("ij->j", exponential(o, x)))
            .map(function -> gradient(ops, function.apply(ops, a), a))
            .toList();
    try (Session session = Session.open(graph)) {
      List<Tensor> results =
          GradientJudge.run(session, Map.of(), slopes.stream().map(Output::name).toList());
      assertThat(results.get(0).doubles()).containsExactly(1, 0, 0, 1);
      assertThat(results.get(1).doubles()).containsExactly(1, 0, 0, 1);
      assertThat(FiniteDifferences.areFinite(results)).isTrue();
    }
  }

  @Test
  void gradientsHaveTheTypesOfTheInputs() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.constant(Values.range(2, 2, 3).as(DType.BFLOAT16));
    Output y = ops.constant(Values.range(3, 2).as(DType.BFLOAT16));
    Output product =
        ops.scope()
            .node("BatchMatMulV3")
            .input(x)
            .input(y)
            .attr("Tout", DType.FLOAT32)
            .build()
            .output(0);
    Output slope = gradient(ops, product, y);
    assertThat(slope.dtype()).isEqualTo(DType.BFLOAT16);
    try (Session session = Session.open(graph)) {
      Tensor result = GradientJudge.run(session, Map.of(), List.of(slope.name())).getFirst();
      assertThat(result.doubles()).containsExactly(18, 18, 22, 22, 26, 26);
    }
  }

  private static Output gradient(Ops ops, Output loss, Output parameter) {
    return Gradients.of(loss, List.of(parameter)).getFirst().dense(ops.scope());
  }

  private static void check(Case of, DType dtype, boolean isFed) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Tensor value = Values.random(21, 0.2, 1.7, of.shape).as(dtype);
    Output input = isFed ? ops.withName("a").placeholder(dtype) : ops.withName("a").constant(value);
    Output output = of.function.apply(ops, input);
    Map<String, Tensor> feeds = Map.of("a:0", value);
    List<String> outputs = List.of(output.name());
    Tensor result;
    try (Session session = Session.open(graph)) {
      result = GradientJudge.run(session, feeds, outputs).getFirst();
    }
    Tensor weights = GradientJudge.weights(result, new Random(5));
    Output gradient =
        Gradients.in(ops.scope())
            .startingFrom(List.of(ops.constant(weights)))
            .of(List.of(output), List.of(input))
            .getFirst()
            .dense(ops.scope());
    try (Session session = Session.open(graph)) {
      Tensor ours = GradientJudge.run(session, feeds, List.of(gradient.name())).getFirst();
      assertThat(ours.shape()).isEqualTo(value.shape());
      FiniteDifferences differences =
          new FiniteDifferences(session, feeds, outputs, List.of(result), List.of(weights), true);
      assertThat(differences.check("a:0", value, ours)).isNull();
      assertThat(differences.checked()).isPositive();
    }
  }

  /** The gradient of the sum of the squares of a function's results. */
  private static Output slope(Ops ops, Function function, Output a) {
    Output squares = ops.math.square(function.apply(ops, a));
    return Gradients.in(ops.scope()).of(List.of(squares), List.of(a)).getFirst().dense(ops.scope());
  }

  /** Of {@code A A* + 1}, which is positive definite, and Hermitian however A is moved. */
  private static Output cholesky(Ops ops, Output a) {
    Tensor identity = Values.complex(Shape.of(3, 3), IDENTITY).as(a.dtype());
    Output squares = ops.linalg.batchMatMul(a, a, false, true);
    return ops.linalg.cholesky(ops.math.add(squares, ops.constant(identity)));
  }

  private static Output exponential(Ops ops, Output a) {
    LinalgOps.Eigen eigen = ops.linalg.selfAdjointEig(a);
    Output scaled =
        ops.linalg.einsum("...ij,...j->...ij", eigen.vectors(), ops.math.exp(eigen.values()));
    return ops.linalg.batchMatMul(scaled, eigen.vectors(), false, true);
  }

  private static Output squaredValues(Ops ops, Output a) {
    LinalgOps.Svd svd = ops.linalg.svd(a, false);
    Output scaled = ops.linalg.einsum("...ij,...j->...ij", svd.u(), ops.math.square(svd.s()));
    return ops.linalg.batchMatMul(scaled, svd.v(), false, true);
  }

  /** The projection onto the columns that were added. */
  private static Output othersOfSvd(Ops ops, Output a) {
    return projection(ops, ops.linalg.svd(a, true).u());
  }

  private static Output othersOfQr(Ops ops, Output a) {
    return projection(ops, ops.linalg.qr(a, true).q());
  }

  private static Output projection(Ops ops, Output vectors) {
    Output others = ops.array.slice(vectors, new long[] {0, 2}, new long[] {-1, 3});
    return ops.linalg.batchMatMul(others, others, false, true);
  }

  private static Output cubed(Ops ops, Output a) {
    LinalgOps.Eigen eigen = ops.linalg.eig(a, DType.COMPLEX128);
    Output cubes = ops.math.mul(eigen.values(), ops.math.square(eigen.values()));
    Output scaled = ops.linalg.einsum("...ij,...j->...ij", eigen.vectors(), cubes);
    return ops.linalg.batchMatMul(scaled, ops.linalg.matrixInverse(eigen.vectors()));
  }

  /** The squares of the vectors' elements, which their phases do not change. */
  private static Output lengths(Ops ops, Output a) {
    Output vectors = ops.linalg.eig(a, DType.COMPLEX128).vectors();
    return ops.math.mul(vectors, ops.math.conj(vectors));
  }

  private static Output broadcastProduct(Ops ops, Output a) {
    Output other = ops.constant(Values.random(8, -1, 1, 3, 2, 3).as(a.dtype()));
    return ops.math.mul(
        ops.linalg.batchMatMul(a, other, true, false),
        ops.linalg.batchMatMul(other, a, true, false));
  }

  private static Output leastSquares(Ops ops, Output a) {
    return ops.linalg.matrixSolveLs(a, ops.math.exp(a), ops.constant(0.5), true);
  }

  private static Output threeDiagonals(Ops ops, Output a) {
    return ops.linalg.tridiagonalSolve(a, ops.math.exp(a));
  }
}
