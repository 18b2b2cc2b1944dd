package dev.weir.ops.train;

/**
 * A step of {@linkplain MomentumRule momentum} with the rows of a variable behind a handle that
 * {@code indices} name.
 */
final class ResourceSparseApplyMomentum extends TrainingOp {
  ResourceSparseApplyMomentum() {
    super(
        "ResourceSparseApplyMomentum(var: resource, accum: resource, lr: T, grad: T,"
            + " indices: Tindices, momentum: T) -> () T:type in [float, double, int32, uint8,"
            + " int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16,"
            + " quint16, uint16, complex128, half, uint32, uint64]; Tindices:type in [int32,"
            + " int64]; use_locking:bool=false; use_nesterov:bool=false; stateful",
        MomentumRule::new);
  }
}
