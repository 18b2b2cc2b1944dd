package dev.weir.ops.train;

/** A step of {@linkplain KerasMomentumRule Keras' momentum} with a variable behind a handle. */
final class ResourceApplyKerasMomentum extends TrainingOp {
  ResourceApplyKerasMomentum() {
    super(
        "ResourceApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T,"
            + " momentum: T) -> () T:type in [float, double, int32, uint8, int16, int8,"
            + " complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16,"
            + " complex128, half, uint32, uint64]; use_locking:bool=false;"
            + " use_nesterov:bool=false; stateful",
        KerasMomentumRule::new);
  }
}
