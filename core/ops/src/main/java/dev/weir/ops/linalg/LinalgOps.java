package dev.weir.ops.linalg;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.DType;
import java.util.List;

/** Builds nodes: matrix products, factorizations and solvers. */
public final class LinalgOps extends OpGroup {
  public LinalgOps(Scope scope) {
    super(scope);
  }

  /** A determinant as its sign and the logarithm of its absolute value. */
  public record LogDeterminant(Output sign, Output logAbsDeterminant) {}

  /** The factors of {@code A = Q R}. */
  public record Qr(Output q, Output r) {}

  /** The factors of {@code A = U S V*}; {@code s} has only the diagonal. */
  public record Svd(Output s, Output u, Output v) {}

  /** Eigenvalues, and eigenvectors as columns. */
  public record Eigen(Output values, Output vectors) {}

  /** The factors of {@code P A = L U}. */
  public record Lu(Output factors, Output rows) {}

  /** The product of two matrices. */
  public Output matMul(Operand a, Operand b) {
    return matMul(a, b, false, false);
  }

  /** The product of two matrices, either of which may be transposed first. */
  public Output matMul(Operand a, Operand b, boolean transposeA, boolean transposeB) {
    return node("MatMul", a, b)
        .attr("transpose_a", transposeA)
        .attr("transpose_b", transposeB)
        .build()
        .output(0);
  }

  /**
   * The products of pairs of matrices, the last two dimensions of each operand; the others
   * broadcast.
   */
  public Output batchMatMul(Operand x, Operand y) {
    return batchMatMul(x, y, false, false);
  }

  /**
   * The products of pairs of matrices, either of which may be replaced by its adjoint first, which
   * is the transpose of a real matrix.
   */
  public Output batchMatMul(Operand x, Operand y, boolean adjointX, boolean adjointY) {
    return node("BatchMatMulV2", x, y)
        .attr("adj_x", adjointX)
        .attr("adj_y", adjointY)
        .build()
        .output(0);
  }

  /** The products of pairs of matrices, or of their adjoints, in another element type. */
  public Output batchMatMul(
      Operand x, Operand y, DType outputType, boolean adjointX, boolean adjointY) {
    return node("BatchMatMulV3", x, y)
        .attr("Tout", outputType)
        .attr("adj_x", adjointX)
        .attr("adj_y", adjointY)
        .build()
        .output(0);
  }

  /**
   * Sums of products in Einstein's notation: {@code einsum("ij,jk->ik", a, b)} is a matrix product.
   * Takes one or two operands.
   */
  public Output einsum(String equation, Operand... inputs) {
    return node("Einsum").inputList(List.of(inputs)).attr("equation", equation).build().output(0);
  }

  /** The lower triangular L with {@code A = L L*} for Hermitian positive definite matrices. */
  public Output cholesky(Operand input) {
    return op("Cholesky", input);
  }

  /** The inverses of square matrices. */
  public Output matrixInverse(Operand input) {
    return matrixInverse(input, false);
  }

  /** The inverses of square matrices or of their adjoints. */
  public Output matrixInverse(Operand input, boolean adjoint) {
    return node("MatrixInverse", input).attr("adjoint", adjoint).build().output(0);
  }

  /** The determinants of square matrices. */
  public Output matrixDeterminant(Operand input) {
    return op("MatrixDeterminant", input);
  }

  /** The determinants of square matrices as signs and logarithms, which do not overflow. */
  public LogDeterminant logMatrixDeterminant(Operand input) {
    Node node = node("LogMatrixDeterminant", input).build();
    return new LogDeterminant(node.output(0), node.output(1));
  }

  /** {@code e^A} for square matrices. */
  public Output matrixExponential(Operand input) {
    return op("MatrixExponential", input);
  }

  /** The principal logarithms of complex square matrices. */
  public Output matrixLogarithm(Operand input) {
    return op("MatrixLogarithm", input);
  }

  /** The principal square roots of square matrices. */
  public Output matrixSquareRoot(Operand input) {
    return op("MatrixSquareRoot", input);
  }

  /** X with {@code A X = B} for square matrices. */
  public Output matrixSolve(Operand matrix, Operand rhs) {
    return matrixSolve(matrix, rhs, false);
  }

  /** X with {@code A X = B} or {@code A* X = B} for square matrices. */
  public Output matrixSolve(Operand matrix, Operand rhs, boolean adjoint) {
    return node("MatrixSolve", matrix, rhs).attr("adjoint", adjoint).build().output(0);
  }

  /** The X for which {@code A X} is nearest to B, by normal equations if {@code fast}. */
  public Output matrixSolveLs(Operand matrix, Operand rhs, Operand l2Regularizer, boolean fast) {
    return node("MatrixSolveLs", matrix, rhs, l2Regularizer).attr("fast", fast).build().output(0);
  }

  /** X with {@code A X = B} or {@code A* X = B} for triangular matrices. */
  public Output matrixTriangularSolve(Operand matrix, Operand rhs, boolean lower, boolean adjoint) {
    return node("MatrixTriangularSolve", matrix, rhs)
        .attr("lower", lower)
        .attr("adjoint", adjoint)
        .build()
        .output(0);
  }

  /** X with {@code A X = B} or {@code A* X = B} for triangular matrices given by their bands. */
  public Output bandedTriangularSolve(Operand bands, Operand rhs, boolean lower, boolean adjoint) {
    return node("BandedTriangularSolve", bands, rhs)
        .attr("lower", lower)
        .attr("adjoint", adjoint)
        .build()
        .output(0);
  }

  /** X with {@code A X = B} for matrices with three diagonals, the rows of the first operand. */
  public Output tridiagonalSolve(Operand diagonals, Operand rhs) {
    return op("TridiagonalSolve", diagonals, rhs);
  }

  /** The products of matrices with three diagonals and others. */
  public Output tridiagonalMatMul(
      Operand superdiag, Operand maindiag, Operand subdiag, Operand rhs) {
    return op("TridiagonalMatMul", superdiag, maindiag, subdiag, rhs);
  }

  /** {@code A = Q R}, Q with orthonormal columns (square if full) and R upper triangular. */
  public Qr qr(Operand input, boolean fullMatrices) {
    Node node = node("Qr", input).attr("full_matrices", fullMatrices).build();
    return new Qr(node.output(0), node.output(1));
  }

  /** {@code A = U S V*}; U and V are square if full. */
  public Svd svd(Operand input, boolean fullMatrices) {
    Node node = node("Svd", input).attr("full_matrices", fullMatrices).build();
    return new Svd(node.output(0), node.output(1), node.output(2));
  }

  /** The singular values of matrices, the largest first. */
  public Output singularValues(Operand input) {
    return node("Svd", input).attr("compute_uv", false).build().output(0);
  }

  /** Eigenvalues, the smallest first, and eigenvectors of Hermitian matrices. */
  public Eigen selfAdjointEig(Operand input) {
    Node node = node("SelfAdjointEigV2", input).build();
    return new Eigen(node.output(0), node.output(1));
  }

  /** The eigenvalues of Hermitian matrices, the smallest first. */
  public Output selfAdjointEigenvalues(Operand input) {
    return node("SelfAdjointEigV2", input).attr("compute_v", false).build().output(0);
  }

  /** Eigenvalues and eigenvectors of square matrices, in complex numbers of a type. */
  public Eigen eig(Operand input, DType outputType) {
    Node node = node("Eig", input).attr("Tout", outputType).build();
    return new Eigen(node.output(0), node.output(1));
  }

  /** {@code P A = L U}: both triangles in one matrix, and the row of A that each row came from. */
  public Lu lu(Operand input) {
    Node node = node("Lu", input).build();
    return new Lu(node.output(0), node.output(1));
  }

  /** The cross product of vectors of three, along the last dimension. */
  public Output cross(Operand a, Operand b) {
    return op("Cross", a, b);
  }
}
