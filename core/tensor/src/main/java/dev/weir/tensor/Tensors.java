package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tensors from Java values, which are copied. The results are read-only and need no {@code
 * close()}.
 *
 * <pre>{@code
 * Tensor a = Tensors.scalar(0.5f);
 * Tensor b = Tensors.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
 * Tensor c = Tensors.ofArray(new float[][] {{1, 2}, {3, 4}});
 * Tensor d = Tensors.ofList(DType.FLOAT16, List.of(List.of(1, 2), List.of(3, 4)));
 * Tensor e = NumpyFile.read(Path.of("weights.npy"));
 * }</pre>
 *
 * <p>{@link TensorArrays} and {@link TensorViews} lead the other way.
 */
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
    Tensor tensor = Tensor.allocateUnshared(DType.STRING, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setBytes(i, values[i].getBytes(StandardCharsets.UTF_8));
    }
    return tensor.freeze();
  }

  /** A bool tensor of this shape. */
  public static Tensor of(Shape shape, boolean... values) {
    checkCount(DType.BOOL, shape, values.length);
    Tensor tensor = Tensor.allocateUnshared(DType.BOOL, shape);
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
    Tensor tensor = Tensor.allocateUnshared(DType.FLOAT32, Shape.scalar());
    tensor.setFloat(0, value);
    return tensor.freeze();
  }

  public static Tensor scalar(double value) {
    Tensor tensor = Tensor.allocateUnshared(DType.FLOAT64, Shape.scalar());
    tensor.setDouble(0, value);
    return tensor.freeze();
  }

  public static Tensor scalar(int value) {
    Tensor tensor = Tensor.allocateUnshared(DType.INT32, Shape.scalar());
    tensor.setLong(0, value);
    return tensor.freeze();
  }

  public static Tensor scalar(long value) {
    Tensor tensor = Tensor.allocateUnshared(DType.INT64, Shape.scalar());
    tensor.setLong(0, value);
    return tensor.freeze();
  }

  public static Tensor scalar(boolean value) {
    return of(Shape.scalar(), value);
  }

  public static Tensor scalar(String value) {
    return of(Shape.scalar(), value);
  }

  /** A string tensor of this shape, of any bytes. */
  public static Tensor ofStrings(Shape shape, byte[]... values) {
    checkCount(DType.STRING, shape, values.length);
    Tensor tensor = Tensor.allocateUnshared(DType.STRING, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setBytes(i, values[i].clone());
    }
    return tensor.freeze();
  }

  /** Numbers rounded or truncated to any numeric type, as {@link Tensor#setDouble} does. */
  public static Tensor ofDoubles(DType dtype, Shape shape, double... values) {
    checkCount(dtype, shape, values.length);
    Tensor tensor = Tensor.allocateUnshared(dtype, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setDouble(i, values[i]);
    }
    return tensor.freeze();
  }

  /** Whole numbers in any numeric type, as {@link Tensor#setLong} converts them. */
  public static Tensor ofLongs(DType dtype, Shape shape, long... values) {
    checkCount(dtype, shape, values.length);
    Tensor tensor = Tensor.allocateUnshared(dtype, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setLong(i, values[i]);
    }
    return tensor.freeze();
  }

  /** Complex numbers, each given as its real and its imaginary part. */
  public static Tensor ofComplex(DType dtype, Shape shape, double... parts) {
    if (shape.elements() * 2 != parts.length) {
      throw WeirException.invalidArgument(
          "%s%s needs %d parts of numbers, got %d",
          dtype, shape, shape.elements() * 2, parts.length);
    }
    Tensor tensor = Tensor.allocateUnshared(dtype, shape);
    for (int i = 0; i < parts.length / 2; i++) {
      tensor.setComplex(i, parts[2 * i], parts[2 * i + 1]);
    }
    return tensor.freeze();
  }

  /**
   * A tensor of the shape of an array of arrays: {@code float[]}, {@code long[][]}, {@code
   * String[][][]}, {@code Integer[]}. The type follows from the elements: {@code byte} gives int8.
   * Arrays beside each other must have the same length.
   */
  public static Tensor ofArray(Object array) {
    return NestedArrays.read(array);
  }

  /**
   * A tensor of the shape of a list of lists, of numbers, booleans, or for strings {@code String}
   * or {@code byte[]}; a complex number may be a {@code double[]} of its two parts. Lists beside
   * each other must have the same length, and every number must be one the type can hold: whole and
   * in range for an integer.
   */
  public static Tensor ofList(DType dtype, List<?> list) {
    return NestedLists.read(dtype, list);
  }

  /** A float32 tensor of what remains of a buffer, which is left as it is. */
  public static Tensor of(Shape shape, FloatBuffer values) {
    return ofBuffer(DType.FLOAT32, shape, values);
  }

  /** A float64 tensor of what remains of a buffer, which is left as it is. */
  public static Tensor of(Shape shape, DoubleBuffer values) {
    return ofBuffer(DType.FLOAT64, shape, values);
  }

  /** An int32 tensor of what remains of a buffer, which is left as it is. */
  public static Tensor of(Shape shape, IntBuffer values) {
    return ofBuffer(DType.INT32, shape, values);
  }

  /** An int64 tensor of what remains of a buffer, which is left as it is. */
  public static Tensor of(Shape shape, LongBuffer values) {
    return ofBuffer(DType.INT64, shape, values);
  }

  /** An int16 tensor of what remains of a buffer, which is left as it is. */
  public static Tensor of(Shape shape, ShortBuffer values) {
    return ofBuffer(DType.INT16, shape, values);
  }

  /** An int8 tensor of what remains of a buffer, which is left as it is. */
  public static Tensor of(Shape shape, ByteBuffer values) {
    return ofBuffer(DType.INT8, shape, values);
  }

  /**
   * A tensor of the bits in what remains of a buffer, whose elements must be of the size of the
   * tensor's: a {@code ShortBuffer} may hold float16. The buffer's own byte order counts.
   */
  public static Tensor ofBuffer(DType dtype, Shape shape, java.nio.Buffer values) {
    int size = elementSize(values);
    if (size != dtype.byteSize()) {
      throw WeirException.invalidArgument(
          "an element of %s takes %d bytes, one of the buffer %d", dtype, dtype.byteSize(), size);
    }
    checkCount(dtype, shape, values.remaining());
    return ofBits(dtype, shape, values);
  }

  /**
   * A tensor of raw little-endian bytes, as TensorFlow and {@link Tensor#asByteBuffer} have them:
   * what remains of a buffer, which is left as it is. The bytes of a bool are 0 or 1.
   */
  public static Tensor ofBytes(DType dtype, Shape shape, ByteBuffer bytes) {
    if (dtype.isObject()) {
      throw WeirException.invalidArgument("a %s tensor cannot be made of raw bytes", dtype);
    }
    if (dtype.byteSize(shape) != bytes.remaining()) {
      throw WeirException.invalidArgument(
          "%s%s needs %d bytes, got %d", dtype, shape, dtype.byteSize(shape), bytes.remaining());
    }
    return ofBits(dtype, shape, bytes);
  }

  private static Tensor ofBits(DType dtype, Shape shape, java.nio.Buffer bits) {
    Tensor tensor = Tensor.allocateUnshared(dtype, shape);
    tensor.buffer().copyFromNioBuffer(bits, 0);
    for (long i = 0; dtype == DType.BOOL && i < tensor.elements(); i++) {
      if ((tensor.getLong(i) & ~1) != 0) {
        throw WeirException.invalidArgument(
            "a bool is the byte 0 or 1, but byte %d is %d", i, tensor.getLong(i));
      }
    }
    return tensor.freeze();
  }

  private static int elementSize(java.nio.Buffer values) {
    return switch (values) {
      case ByteBuffer b -> Byte.BYTES;
      case ShortBuffer b -> Short.BYTES;
      case IntBuffer b -> Integer.BYTES;
      case FloatBuffer b -> Float.BYTES;
      case LongBuffer b -> Long.BYTES;
      case DoubleBuffer b -> Double.BYTES;
      default ->
          throw WeirException.invalidArgument(
              "%s does not hold numbers", values.getClass().getSimpleName());
    };
  }

  /** Zeros, false, or empty strings. */
  public static Tensor zeros(DType dtype, Shape shape) {
    Tensor tensor = Tensor.allocateUnshared(dtype, shape);
    if (!dtype.isObject()) {
      tensor.buffer().fill(0, tensor.byteSize(), (byte) 0);
    }
    return tensor.freeze();
  }

  /** Ones, or true. */
  public static Tensor ones(DType dtype, Shape shape) {
    return fill(dtype, shape, 1L);
  }

  /** One number everywhere, converted as {@link Tensor#setDouble} does. */
  public static Tensor fill(DType dtype, Shape shape, double value) {
    return repeated(Tensor.allocateUnshared(dtype, shape), t -> t.setDouble(0, value));
  }

  /** One whole number everywhere, converted as {@link Tensor#setLong} does. */
  public static Tensor fill(DType dtype, Shape shape, long value) {
    return repeated(Tensor.allocateUnshared(dtype, shape), t -> t.setLong(0, value));
  }

  /** Sets the first element and doubles what is set until all is. */
  private static Tensor repeated(Tensor tensor, Consumer<Tensor> setFirst) {
    if (tensor.elements() > 0) {
      setFirst.accept(tensor);
    }
    for (long done = 1; done < tensor.elements(); done *= 2) {
      tensor.copyFrom(tensor, 0, done, Math.min(done, tensor.elements() - done));
    }
    return tensor.freeze();
  }

  private static Tensor filled(DType dtype, Shape shape, Object array, int count) {
    checkCount(dtype, shape, count);
    Tensor tensor = Tensor.allocateUnshared(dtype, shape);
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
