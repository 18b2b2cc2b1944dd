package dev.weir.ops.io;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** Bytes read as numbers. */
final class RawBytes {
  private RawBytes() {}

  /** Copies bytes into the elements of a tensor from {@code first} on. */
  static void read(byte[] bytes, int count, Tensor out, long first, boolean isLittleEndian) {
    DType dtype = out.dtype();
    int unit = dtype.realPart().byteSize(); // the parts of complex numbers are swapped one by one
    byte[] source = isLittleEndian || unit == 1 ? bytes : reversed(bytes, count, unit);
    out.buffer().copyFromArray(source, 0, first * dtype.byteSize(), count);
  }

  private static byte[] reversed(byte[] bytes, int count, int unit) {
    byte[] swapped = new byte[count];
    for (int i = 0; i < count; i++) {
      swapped[i] = bytes[i / unit * unit + unit - 1 - i % unit];
    }
    return swapped;
  }
}
