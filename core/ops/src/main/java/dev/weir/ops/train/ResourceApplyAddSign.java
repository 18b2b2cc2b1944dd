package dev.weir.ops.train;

/** A step of {@linkplain AddSignRule AddSign} with a variable behind a handle. */
final class ResourceApplyAddSign extends TrainingOp {
  ResourceApplyAddSign() {
    super(
        "ResourceApplyAddSign(var: resource, m: resource, lr: T, alpha: T, sign_decay:"
            + " T, beta: T, grad: T) -> () T:type in [float, double, int32, uint8, int16,"
            + " int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16,"
            + " uint16, complex128, half, uint32, uint64]; use_locking:bool=false; stateful",
        attrs -> new AddSignRule());
  }
}
