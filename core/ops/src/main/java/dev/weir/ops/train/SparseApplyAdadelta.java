package dev.weir.ops.train;

/**
 * A step of {@linkplain AdadeltaRule Adadelta} with the rows of a variable behind a reference that
 * {@code indices} name.
 */
final class SparseApplyAdadelta extends TrainingOp {
  SparseApplyAdadelta() {
    super(
        "SparseApplyAdadelta(var: ref T, accum: ref T, accum_update: ref T, lr: T, rho:"
            + " T, epsilon: T, grad: T, indices: Tindices) -> (out: ref T) T:type in [float,"
            + " double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tindices:type in [int32, int64]; use_locking:bool=false;",
        attrs -> new AdadeltaRule());
  }
}
