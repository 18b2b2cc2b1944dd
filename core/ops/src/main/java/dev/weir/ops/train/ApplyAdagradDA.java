package dev.weir.ops.train;

/**
 * A step of {@linkplain AdagradDARule Adagrad by dual averaging} with a variable behind a
 * reference.
 */
final class ApplyAdagradDA extends TrainingOp {
  ApplyAdagradDA() {
    super(
        "ApplyAdagradDA(var: ref T, gradient_accumulator: ref T,"
            + " gradient_squared_accumulator: ref T, grad: T, lr: T, l1: T, l2: T,"
            + " global_step: int64) -> (out: ref T) T:type in [float, double, int32, uint8,"
            + " int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16,"
            + " quint16, uint16, complex128, half, uint32, uint64]; use_locking:bool=false;",
        attrs -> new AdagradDARule());
  }
}
