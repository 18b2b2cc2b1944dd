package dev.weir.ops.io;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bytes read as numbers. */
final class RawBytes {
  private RawBytes() {}

  /** Copies bytes into the elements of a tensor from {@code first} on. */
  static void read(byte[] bytes, int count, Tensor out, long first, boolean isLittleEndian) {
    DType dtype = out.dtype();
    int unit = dtype.realPart().byteSize(); // the parts of complex numbers are swapped one by one
    long position = first * dtype.byteSize();
    if (isLittleEndian || unit == 1) {
      out.buffer().copyFromArray(bytes, 0, position, count);
    } else {
      out.buffer().copyFromArray(swapped(bytes, count, unit), 0, position, count / unit);
    }
  }

  /** The numbers that bytes with the most significant one first stand for. */
  private static Object swapped(byte[] bytes, int count, int unit) {
    ByteBuffer source = ByteBuffer.wrap(bytes, 0, count).order(ByteOrder.BIG_ENDIAN);
    switch (unit) {
      case Short.BYTES -> {
        short[] numbers = new short[count / unit];
        source.asShortBuffer().get(numbers);
        return numbers;
      }
      case Integer.BYTES -> {
        int[] numbers = new int[count / unit];
        source.asIntBuffer().get(numbers);
        return numbers;
      }
      default -> {
        long[] numbers = new long[count / unit];
        source.asLongBuffer().get(numbers);
        return numbers;
      }
    }
  }
}
