package dev.weir.ops.reduce;

import dev.weir.tensor.Tensor;

/** The product of elements along axes; 1 of none. Integers wrap. */
final class Prod extends Reduction {
  Prod() {
    super(
        "Prod(input: T, reduction_indices: Tidx) -> (output: T) keep_dims:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    if (x.dtype().isComplex()) {
      return Folds.complex(
          x,
          y,
          1,
          (a, b, c, d, out) -> out.set(a * c - b * d, a * d + b * c),
          (total, count) -> total);
    }
    return x.dtype().isFloating()
        ? Folds.real(x, y, 1, (a, b) -> a * b, (total, count) -> total)
        : Folds.integer(x, y, 1, (a, b) -> a * b, (total, count) -> total);
  }
}
