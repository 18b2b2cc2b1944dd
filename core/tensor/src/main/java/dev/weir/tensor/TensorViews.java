package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Read-only views of a tensor's numbers, without a copy. Like {@link Tensor#asByteBuffer()} they
 * keep the memory alive and fail with {@link IllegalStateException} once the tensor is closed.
 */
public final class TensorViews {
  private TensorViews() {}

  /** The numbers of a float32 tensor, or the parts of a complex64 one in turn. */
  public static FloatBuffer floats(Tensor tensor) {
    return bytes(tensor, DType.FLOAT32, tensor.dtype().realPart() == DType.FLOAT32).asFloatBuffer();
  }

  /** The numbers of a float64 tensor, or the parts of a complex128 one in turn. */
  public static DoubleBuffer doubles(Tensor tensor) {
    return bytes(tensor, DType.FLOAT64, tensor.dtype().realPart() == DType.FLOAT64)
        .asDoubleBuffer();
  }

  /** The numbers of an int32, qint32 or uint32 tensor. */
  public static IntBuffer ints(Tensor tensor) {
    return bytes(tensor, DType.INT32, isWhole(tensor, Integer.BYTES)).asIntBuffer();
  }

  /** The numbers of an int64 or uint64 tensor. */
  public static LongBuffer longs(Tensor tensor) {
    return bytes(tensor, DType.INT64, isWhole(tensor, Long.BYTES)).asLongBuffer();
  }

  /** The bits of a tensor of a type of 16 bits, float16 and bfloat16 among them. */
  public static ShortBuffer shorts(Tensor tensor) {
    return bytes(tensor, DType.INT16, tensor.dtype().byteSize() == Short.BYTES).asShortBuffer();
  }

  private static boolean isWhole(Tensor tensor, int size) {
    DType dtype = tensor.dtype();
    return dtype.byteSize() == size && (dtype.isInteger() || dtype.isQuantized());
  }

  private static ByteBuffer bytes(Tensor tensor, DType wanted, boolean fits) {
    if (!fits) {
      throw WeirException.invalidArgument(
          "%s%s cannot be viewed as %s", tensor.dtype(), tensor.shape(), wanted);
    }
    return tensor.asByteBuffer();
  }
}
