package dev.weir.ops.train;

/**
 * A step of {@linkplain AdagradDARule Adagrad by dual averaging} with the rows of a variable behind
 * a reference that {@code indices} name.
 */
final class SparseApplyAdagradDA extends TrainingOp {
  SparseApplyAdagradDA() {
    super(
        "SparseApplyAdagradDA(var: ref T, gradient_accumulator: ref T,"
            + " gradient_squared_accumulator: ref T, grad: T, indices: Tindices, lr: T, l1:"
            + " T, l2: T, global_step: int64) -> (out: ref T) T:type in [float, double,"
            + " int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,"
            + " qint16, quint16, uint16, complex128, half, uint32, uint64]; Tindices:type in"
            + " [int32, int64]; use_locking:bool=false;",
        attrs -> new AdagradDARule());
  }
}
