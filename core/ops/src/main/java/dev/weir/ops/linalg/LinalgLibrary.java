package dev.weir.ops.linalg;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class LinalgLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new BandedTriangularSolve(),
        new BatchMatMul(),
        new BatchMatMulV2(),
        new BatchMatMulV3(),
        new Cholesky(),
        new CholeskyGrad(),
        new Eig(),
        new Einsum(),
        new FusedMatMul(),
        new LogMatrixDeterminant(),
        new Lu(),
        new MatMul(),
        new MatrixDeterminant(),
        new MatrixExponential(),
        new MatrixInverse(),
        new MatrixLogarithm(),
        new MatrixSolve(),
        new MatrixSolveLs(),
        new MatrixSquareRoot(),
        new MatrixTriangularSolve(),
        new Qr(),
        new SelfAdjointEigV2(),
        new Svd(),
        new TridiagonalMatMul(),
        new TridiagonalSolve());
  }
}
