package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.lang.reflect.Array;

/**
 * Java arrays from tensors: copies, in row-major order. Flat arrays of numbers, booleans and
 * strings are methods of {@link Tensor}: {@link Tensor#floats()} and so on. At most 2^31 elements;
 * {@link Tensor#asByteBuffer(long, long)} leads to the parts of larger tensors.
 */
public final class TensorArrays {
  private TensorArrays() {}

  static float[] toFloatArray(Tensor tensor) {
    TensorErrors.checkNumbers(tensor);
    float[] array = new float[length(tensor)];
    if (tensor.dtype() == DType.FLOAT32) {
      tensor.buffer().copyToArray(0, array, 0, array.length);
    } else {
      for (int i = 0; i < array.length; i++) {
        array[i] = tensor.getFloat(i);
      }
    }
    return array;
  }

  static double[] toDoubleArray(Tensor tensor) {
    TensorErrors.checkNumbers(tensor);
    double[] array = new double[length(tensor)];
    if (tensor.dtype() == DType.FLOAT64) {
      tensor.buffer().copyToArray(0, array, 0, array.length);
    } else {
      for (int i = 0; i < array.length; i++) {
        array[i] = tensor.getDouble(i);
      }
    }
    return array;
  }

  static int[] toIntArray(Tensor tensor) {
    TensorErrors.checkIntegers(tensor);
    int[] array = new int[length(tensor)];
    if (tensor.dtype() == DType.INT32) {
      tensor.buffer().copyToArray(0, array, 0, array.length);
    } else {
      for (int i = 0; i < array.length; i++) {
        array[i] = tensor.getInt(i);
      }
    }
    return array;
  }

  static long[] toLongArray(Tensor tensor) {
    TensorErrors.checkIntegers(tensor);
    long[] array = new long[length(tensor)];
    if (tensor.dtype() == DType.INT64) {
      tensor.buffer().copyToArray(0, array, 0, array.length);
    } else {
      for (int i = 0; i < array.length; i++) {
        array[i] = tensor.getLong(i);
      }
    }
    return array;
  }

  static boolean[] toBooleanArray(Tensor tensor) {
    boolean[] array = new boolean[length(tensor)];
    for (int i = 0; i < array.length; i++) {
      array[i] = tensor.getBoolean(i);
    }
    return array;
  }

  static String[] toStringArray(Tensor tensor) {
    String[] array = new String[length(tensor)];
    for (int i = 0; i < array.length; i++) {
      array[i] = tensor.getString(i);
    }
    return array;
  }

  /** The strings of a tensor as bytes. */
  public static byte[][] toBytesArray(Tensor tensor) {
    byte[][] array = new byte[length(tensor)][];
    for (int i = 0; i < array.length; i++) {
      array[i] = tensor.getBytes(i).clone();
    }
    return array;
  }

  /** The little-endian bytes of a tensor's numbers. */
  public static byte[] toByteArray(Tensor tensor) {
    if (tensor.dtype().isObject()) {
      throw WeirException.invalidArgument("a %s tensor has no bytes to copy", tensor.dtype());
    }
    byte[] array = new byte[length(tensor, tensor.byteSize())];
    tensor.buffer().copyToArray(0, array, 0, array.length);
    return array;
  }

  /**
   * An array of arrays of the shape of the tensor: {@code float[2][3]} for float32[2,3], of the
   * Java type that holds every value of the element type. A scalar gives a boxed value.
   */
  public static Object toNestedArray(Tensor tensor) {
    Object flat =
        switch (tensor.dtype()) {
          case FLOAT32, FLOAT16, BFLOAT16 -> toFloatArray(tensor);
          case FLOAT64 -> toDoubleArray(tensor);
          case BOOL -> toBooleanArray(tensor);
          case INT64, UINT64, UINT32 -> toLongArray(tensor);
          case STRING -> toStringArray(tensor);
          case COMPLEX64, COMPLEX128, RESOURCE, VARIANT ->
              throw WeirException.invalidArgument(
                  "no Java array type holds the elements of %s%s", tensor.dtype(), tensor.shape());
          default -> toIntArray(tensor);
        };
    int rank = tensor.shape().rank();
    return rank == 0 ? Array.get(flat, 0) : nest(flat, 0, tensor.shape(), 0);
  }

  /**
   * The part of a flat array from {@code first} on, as an array of the dimensions from depth on.
   */
  private static Object nest(Object flat, int first, Shape shape, int depth) {
    int size = (int) shape.size(depth);
    Class<?> component = flat.getClass().getComponentType();
    int below = shape.rank() - depth - 1;
    for (int i = 0; i < below; i++) {
      component = component.arrayType();
    }
    Object array = Array.newInstance(component, size);
    if (below == 0) {
      System.arraycopy(flat, first, array, 0, size);
      return array;
    }
    int stride = (int) shape.elements(depth + 1, shape.rank());
    for (int i = 0; i < size; i++) {
      Array.set(array, i, nest(flat, first + i * stride, shape, depth + 1));
    }
    return array;
  }

  private static int length(Tensor tensor) {
    return length(tensor, tensor.elements());
  }

  private static int length(Tensor tensor, long length) {
    if (length > Elements.LARGEST_ARRAY) {
      throw WeirException.invalidArgument(
          "an array holds at most %d elements, but %s%s needs one of %d",
          Elements.LARGEST_ARRAY, tensor.dtype(), tensor.shape(), length);
    }
    return (int) length;
  }
}
