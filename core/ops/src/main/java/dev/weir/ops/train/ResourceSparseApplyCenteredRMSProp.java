package dev.weir.ops.train;

/**
 * A step of {@linkplain CenteredRmsPropRule centered RMSProp} with the rows of a variable behind a
 * handle that {@code indices} name.
 */
final class ResourceSparseApplyCenteredRMSProp extends TrainingOp {
  ResourceSparseApplyCenteredRMSProp() {
    super(
        "ResourceSparseApplyCenteredRMSProp(var: resource, mg: resource, ms: resource,"
            + " mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T, indices:"
            + " Tindices) -> () T:type in [float, double, int32, uint8, int16, int8,"
            + " complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16,"
            + " complex128, half, uint32, uint64]; Tindices:type in [int32, int64];"
            + " use_locking:bool=false; stateful",
        attrs -> new CenteredRmsPropRule());
  }
}
