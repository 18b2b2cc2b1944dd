package dev.weir.ops.train;

/**
 * A step of {@linkplain CenteredRmsPropRule centered RMSProp} with a variable behind a reference.
 */
final class ApplyCenteredRMSProp extends TrainingOp {
  ApplyCenteredRMSProp() {
    super(
        "ApplyCenteredRMSProp(var: ref T, mg: ref T, ms: ref T, mom: ref T, lr: T, rho:"
            + " T, momentum: T, epsilon: T, grad: T) -> (out: ref T) T:type in [float,"
            + " double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " use_locking:bool=false;",
        attrs -> new CenteredRmsPropRule());
  }
}
