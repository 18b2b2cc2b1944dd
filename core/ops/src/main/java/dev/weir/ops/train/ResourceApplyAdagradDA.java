package dev.weir.ops.train;

/**
 * A step of {@linkplain AdagradDARule Adagrad by dual averaging} with a variable behind a handle.
 */
final class ResourceApplyAdagradDA extends TrainingOp {
  ResourceApplyAdagradDA() {
    super(
        "ResourceApplyAdagradDA(var: resource, gradient_accumulator: resource,"
            + " gradient_squared_accumulator: resource, grad: T, lr: T, l1: T, l2: T,"
            + " global_step: int64) -> () T:type in [float, double, int32, uint8, int16,"
            + " int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16,"
            + " uint16, complex128, half, uint32, uint64]; use_locking:bool=false; stateful",
        attrs -> new AdagradDARule());
  }
}
