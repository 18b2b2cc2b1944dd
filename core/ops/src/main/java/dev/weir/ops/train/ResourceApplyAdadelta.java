package dev.weir.ops.train;

/** A step of {@linkplain AdadeltaRule Adadelta} with a variable behind a handle. */
final class ResourceApplyAdadelta extends TrainingOp {
  ResourceApplyAdadelta() {
    super(
        "ResourceApplyAdadelta(var: resource, accum: resource, accum_update: resource,"
            + " lr: T, rho: T, epsilon: T, grad: T) -> () T:type in [float, double, int32,"
            + " uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,"
            + " qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " use_locking:bool=false; stateful",
        attrs -> new AdadeltaRule());
  }
}
