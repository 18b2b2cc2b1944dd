package dev.weir.ops.linalg;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Linear algebra. */
public final class LinalgLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new BandedTriangularSolve(),
        new BatchMatMulV2(),
        new BatchMatMulV3(),
        new Cholesky(),
        new Cross(),
        new Eig(),
        new Einsum(),
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

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(new CholeskyGrad());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new BatchMatMul());
  }

  @Override
  public List<OpDefinition> runtimeOps() {
    return List.of(new FusedMatMul());
  }
}
