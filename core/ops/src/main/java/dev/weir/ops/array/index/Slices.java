package dev.weir.ops.array.index;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The slices of a tensor along an axis, as things that can be equal. */
final class Slices {
  private final Tensor x;
  private final long count;
  private final long outer;
  private final long inner;

  Slices(Tensor x, int axis) {
    this.x = x;
    this.count = x.shape().size(axis);
    this.outer = x.shape().elements(0, axis);
    this.inner = x.shape().elements(axis + 1, x.shape().rank());
  }

  /** Equal for slices with equal elements. */
  Object key(long n) {
    if (outer * inner == 1) {
      return element(n);
    }
    List<Object> elements = new ArrayList<>();
    for (long o = 0; o < outer; o++) {
      for (long k = 0; k < inner; k++) {
        elements.add(element((o * count + n) * inner + k));
      }
    }
    return elements;
  }

  private Object element(long i) {
    DType dtype = x.dtype();
    if (dtype == DType.STRING) {
      return ByteBuffer.wrap(x.getBytes(i));
    }
    if (dtype.isComplex()) {
      return List.of(real(x.getReal(i)), real(x.getImaginary(i)));
    }
    return dtype.isFloating() ? real(x.getDouble(i)) : (Object) x.getLong(i);
  }

  /** NaN equals nothing, not even itself; adding 0 makes the two zeros one. */
  private static Object real(double value) {
    return Double.isNaN(value) ? new Object() : (Object) (value + 0.0);
  }

  /** Copies slice {@code n} to slice {@code target} of {@code targets} slices. */
  void copy(long n, Tensor to, long target, long targets) {
    for (long o = 0; o < outer; o++) {
      to.copyFrom(x, (o * count + n) * inner, (o * targets + target) * inner, inner);
    }
  }
}
