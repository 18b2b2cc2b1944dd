package dev.weir.ops.train;

/** A step of {@linkplain FtrlRule FTRL} with a variable behind a handle. */
final class ResourceApplyFtrl extends TrainingOp {
  ResourceApplyFtrl() {
    super(
        "ResourceApplyFtrl(var: resource, accum: resource, linear: resource, grad: T,"
            + " lr: T, l1: T, l2: T, lr_power: T) -> () T:type in [float, double, int32,"
            + " uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,"
            + " qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " use_locking:bool=false; multiply_linear_by_lr:bool=false; stateful",
        FtrlRule::first);
  }
}
