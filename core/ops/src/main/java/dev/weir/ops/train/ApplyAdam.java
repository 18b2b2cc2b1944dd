package dev.weir.ops.train;

/** A step of {@linkplain AdamRule Adam} with a variable behind a reference. */
final class ApplyAdam extends TrainingOp {
  ApplyAdam() {
    super(
        "ApplyAdam(var: ref T, m: ref T, v: ref T, beta1_power: T, beta2_power: T, lr:"
            + " T, beta1: T, beta2: T, epsilon: T, grad: T) -> (out: ref T) T:type in [float,"
            + " double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " use_locking:bool=false; use_nesterov:bool=false;",
        AdamRule::new);
  }
}
