package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.nio.charset.StandardCharsets;

/** Tensors from Java values. The results are read-only and need no {@code close()}. */
public final class Tensors {
  private Tensors() {}

  /** A float32 tensor of this shape. */
  public static Tensor of(Shape shape, float... values) {
    return filled(DType.FLOAT32, shape, values, values.length);
  }

  /** A float64 tensor of this shape. */
  public static Tensor of(Shape shape, double... values) {
    return filled(DType.FLOAT64, shape, values, values.length);
  }

  /** An int32 tensor of this shape. */
  public static Tensor of(Shape shape, int... values) {
    return filled(DType.INT32, shape, values, values.length);
  }

  /** An int64 tensor of this shape. */
  public static Tensor of(Shape shape, long... values) {
    return filled(DType.INT64, shape, values, values.length);
  }

  /** A string tensor of this shape, in UTF-8. */
  public static Tensor of(Shape shape, String... values) {
    checkCount(DType.STRING, shape, values.length);
    Tensor tensor = Tensor.allocate(DType.STRING, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setBytes(i, values[i].getBytes(StandardCharsets.UTF_8));
    }
    return tensor.freeze();
  }

  /** A bool tensor of this shape. */
  public static Tensor of(Shape shape, boolean... values) {
    checkCount(DType.BOOL, shape, values.length);
    Tensor tensor = Tensor.allocate(DType.BOOL, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setBoolean(i, values[i]);
    }
    return tensor.freeze();
  }

  public static Tensor vector(float... values) {
    return of(Shape.of(values.length), values);
  }

  public static Tensor vector(double... values) {
    return of(Shape.of(values.length), values);
  }

  public static Tensor vector(int... values) {
    return of(Shape.of(values.length), values);
  }

  public static Tensor vector(long... values) {
    return of(Shape.of(values.length), values);
  }

  public static Tensor vector(boolean... values) {
    return of(Shape.of(values.length), values);
  }

  public static Tensor vector(String... values) {
    return of(Shape.of(values.length), values);
  }

  public static Tensor scalar(float value) {
    return of(Shape.scalar(), value);
  }

  public static Tensor scalar(double value) {
    return of(Shape.scalar(), value);
  }

  public static Tensor scalar(int value) {
    return of(Shape.scalar(), value);
  }

  public static Tensor scalar(long value) {
    return of(Shape.scalar(), value);
  }

  public static Tensor scalar(boolean value) {
    return of(Shape.scalar(), value);
  }

  public static Tensor scalar(String value) {
    return of(Shape.scalar(), value);
  }

  /** Numbers rounded or truncated to any numeric type. */
  public static Tensor ofDoubles(DType dtype, Shape shape, double... values) {
    checkCount(dtype, shape, values.length);
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setDouble(i, values[i]);
    }
    return tensor.freeze();
  }

  /** Whole numbers in any numeric type. */
  public static Tensor ofLongs(DType dtype, Shape shape, long... values) {
    checkCount(dtype, shape, values.length);
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setLong(i, values[i]);
    }
    return tensor.freeze();
  }

  private static Tensor filled(DType dtype, Shape shape, Object array, int count) {
    checkCount(dtype, shape, count);
    Tensor tensor = Tensor.allocate(dtype, shape);
    tensor.buffer().copyFromArray(array, 0, 0, count);
    return tensor.freeze();
  }

  private static void checkCount(DType dtype, Shape shape, int count) {
    if (shape.elements() != count) {
      throw WeirException.invalidArgument(
          "%s%s needs %d values, got %d", dtype, shape, shape.elements(), count);
    }
  }
}
