package dev.weir.ops.train;

/** A step of {@linkplain AdagradV2Rule Adagrad with a bound} with a variable behind a reference. */
final class ApplyAdagradV2 extends TrainingOp {
  ApplyAdagradV2() {
    super(
        "ApplyAdagradV2(var: ref T, accum: ref T, lr: T, epsilon: T, grad: T) -> (out:"
            + " ref T) T:type in [float, double, int32, uint8, int16, int8, complex64, int64,"
            + " qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half,"
            + " uint32, uint64]; use_locking:bool=false; update_slots:bool=true;",
        AdagradV2Rule::new);
  }
}
