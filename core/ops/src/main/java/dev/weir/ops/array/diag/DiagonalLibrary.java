package dev.weir.ops.array.diag;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Diagonals of matrices. */
public final class DiagonalLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new Diag(),
        new DiagPart(),
        new MatrixBandPart(),
        new MatrixDiag(),
        new MatrixDiagPart(),
        new MatrixDiagPartV3(),
        new MatrixDiagV3(),
        new MatrixSetDiag(),
        new MatrixSetDiagV3());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new MatrixDiagPartV2(), new MatrixDiagV2(), new MatrixSetDiagV2());
  }
}
