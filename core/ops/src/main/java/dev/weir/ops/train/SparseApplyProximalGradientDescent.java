package dev.weir.ops.train;

/**
 * A step of {@linkplain ProximalGradientDescentRule proximal gradient descent} with the rows of a
 * variable behind a reference that {@code indices} name.
 */
final class SparseApplyProximalGradientDescent extends TrainingOp {
  SparseApplyProximalGradientDescent() {
    super(
        "SparseApplyProximalGradientDescent(var: ref T, alpha: T, l1: T, l2: T, grad:"
            + " T, indices: Tindices) -> (out: ref T) T:type in [float, double, int32, uint8,"
            + " int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16,"
            + " quint16, uint16, complex128, half, uint32, uint64]; Tindices:type in [int32,"
            + " int64]; use_locking:bool=false;",
        attrs -> new ProximalGradientDescentRule());
  }
}
