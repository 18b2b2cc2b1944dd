package dev.weir.tensor;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A dense array of elements of one type. Numbers live off-heap, row-major; strings (arbitrary
 * bytes), resource handles and variants live on the heap.
 *
 * <p>A tensor that a user makes or that {@code run} returns is read-only, may be shared between
 * threads and needs no {@link #close()}: the garbage collector reclaims it. Closing it early gives
 * the memory back at once; any use after that is an exception. Inside a step the runtime owns
 * tensors through the reference count of their {@link #buffer()}.
 *
 * <p>Elements are addressed by their row-major position. The {@code get} methods convert: {@link
 * #getDouble} reads any real number, {@link #getLong} any integer. The {@code set} methods are for
 * the kernel that allocated the tensor and fail once it is {@linkplain #freeze frozen}.
 */
public final class Tensor implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final DType dtype;
  private final Shape shape;
  private final long elements;
  private final Buffer buffer;
  private final Object @Nullable [] objects;
  private boolean frozen;
  private volatile boolean closed;
  private Cleaner.@Nullable Cleanable cleanable;
  private @Nullable TensorViews views;

  private Tensor(DType dtype, Shape shape, Buffer buffer, Object @Nullable [] objects) {
    this.dtype = dtype;
    this.shape = shape;
    this.elements = shape.elements();
    this.buffer = buffer;
    this.objects = objects;
  }

  /** A tensor with undefined numbers, or empty strings, for a kernel to fill. */
  public static Tensor allocate(Allocator allocator, DType dtype, Shape shape, String holder) {
    long elements = shape.elements();
    if (elements == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument("%s: cannot allocate the shape %s", holder, shape);
    }
    if (dtype.isObject()) {
      if (elements > Integer.MAX_VALUE - 8) {
        throw WeirException.invalidArgument(
            "%s: %s%s is too large for elements on the heap", holder, dtype, shape);
      }
      Object[] objects = new Object[(int) elements];
      if (dtype == DType.STRING) {
        java.util.Arrays.fill(objects, EMPTY_STRING);
      }
      return new Tensor(dtype, shape, NO_BYTES, objects);
    }
    long bytes = byteSize(dtype, shape, elements);
    return new Tensor(dtype, shape, allocator.allocate(bytes, holder), null);
  }

  private static final byte[] EMPTY_STRING = new byte[0];
  private static final Buffer NO_BYTES = Allocator.shared().allocate(0, "");

  private static long byteSize(DType dtype, Shape shape, long elements) {
    if (elements > Long.MAX_VALUE / 16) {
      throw WeirException.invalidArgument("%s%s is too large", dtype, shape);
    }
    return elements * dtype.byteSize();
  }

  /** A tensor with undefined numbers from the shared allocator, reclaimed by the collector. */
  public static Tensor allocate(DType dtype, Shape shape) {
    return allocate(Allocator.shared(), dtype, shape, "a tensor made by the program").collected();
  }

  /** A tensor over the elements of a buffer, one of whose references it takes over. */
  public static Tensor over(DType dtype, Shape shape, Buffer buffer) {
    if (dtype.isObject() || byteSize(dtype, shape, shape.elements()) > buffer.byteSize()) {
      throw WeirException.invalidArgument(
          "%s%s does not fit in %d bytes", dtype, shape, buffer.byteSize());
    }
    return new Tensor(dtype, shape, buffer, null);
  }

  /** The same elements in another shape of equal size; counts as a reference to the buffer. */
  public Tensor reshaped(Shape other) {
    return sharing(dtype, other);
  }

  /** The same bytes as elements of another type; counts as a reference to the buffer. */
  public Tensor reinterpreted(DType otherDtype, Shape other) {
    return sharing(otherDtype, other);
  }

  /** The same tensor with a reference to the buffer of its own. */
  public Tensor retained() {
    buffer.retain();
    return this;
  }

  /**
   * A handle for a user on the same elements, frozen and collected, which takes over the caller's
   * reference to the buffer.
   */
  public Tensor handedOver() {
    return new Tensor(dtype, shape, buffer, objects).freeze().collected();
  }

  private Tensor sharing(DType otherDtype, Shape other) {
    checkOpen();
    if (dtype.isObject() != otherDtype.isObject()
        || other.elements() * Math.max(1, otherDtype.byteSize())
            != elements * Math.max(1, dtype.byteSize())) {
      throw WeirException.invalidArgument(
          "%s%s and %s%s differ in size", dtype, shape, otherDtype, other);
    }
    return new Tensor(otherDtype, other, buffer.retain(), objects);
  }

  /**
   * This tensor for a user to keep: frozen, and its reference to the buffer handed to the garbage
   * collector.
   */
  public Tensor collected() {
    if (buffer.isCounted() && cleanable == null) {
      Buffer owned = buffer;
      cleanable = CLEANER.register(this, owned::release);
    }
    return this;
  }

  /** Ends writing. Returns this tensor. */
  public Tensor freeze() {
    frozen = true;
    return this;
  }

  /** Whether writing has ended. */
  public boolean isFrozen() {
    return frozen;
  }

  /** Gives the memory back now instead of when the garbage collector finds out. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (views != null) {
      views.close();
    }
    if (cleanable != null) {
      cleanable.clean();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw WeirException.failedPrecondition("%s%s was closed and is used again", dtype, shape);
    }
  }

  /** The type of the elements. */
  public DType dtype() {
    return dtype;
  }

  /** The shape, every size of it known. */
  public Shape shape() {
    return shape;
  }

  /** The number of elements. */
  public long elements() {
    return elements;
  }

  /** Bytes the elements take off-heap; 0 for elements on the heap. */
  public long byteSize() {
    return elements * dtype.byteSize();
  }

  /** The off-heap memory of the elements, possibly a little larger; empty for heap elements. */
  public Buffer buffer() {
    checkOpen();
    return buffer;
  }

  /**
   * A read-only view of the bytes, without a copy, little-endian. It keeps the memory alive, and
   * fails once this tensor is closed. At most 2 GiB.
   */
  public synchronized ByteBuffer asByteBuffer() {
    checkOpen();
    if (dtype.isObject()) {
      throw WeirException.invalidArgument("a %s tensor has no bytes to view", dtype);
    }
    if (byteSize() > Integer.MAX_VALUE) {
      throw WeirException.invalidArgument("%s%s is too large for a ByteBuffer", dtype, shape);
    }
    if (views == null) {
      views = new TensorViews();
    }
    return views.of(this).limit((int) byteSize()).order(java.nio.ByteOrder.LITTLE_ENDIAN);
  }

  /** Element {@code i} as a double; complex numbers give their real part, bool 0 or 1. */
  public double getDouble(long i) {
    Buffer b = checked(i);
    return switch (dtype) {
      case FLOAT32 -> b.getFloat(i);
      case FLOAT64 -> b.getDouble(i);
      case FLOAT16 -> Float.float16ToFloat(b.getShort(i));
      case BFLOAT16 -> Bfloat16.toFloat(b.getShort(i));
      case COMPLEX64 -> b.getFloat(2 * i);
      case COMPLEX128 -> b.getDouble(2 * i);
      case UINT64 -> unsignedToDouble(b.getLong(i));
      default -> getLong(i);
    };
  }

  private static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
  }

  /** Element {@code i} as a float, rounded if need be. */
  public float getFloat(long i) {
    return dtype == DType.FLOAT32 ? checked(i).getFloat(i) : (float) getDouble(i);
  }

  /** Element {@code i} of an integer, bool or quantized tensor; uint64 as its 64 bits. */
  public long getLong(long i) {
    Buffer b = checked(i);
    return switch (dtype) {
      case INT8, QINT8, BOOL -> b.getByte(i);
      case UINT8, QUINT8 -> Byte.toUnsignedLong(b.getByte(i));
      case INT16, QINT16 -> b.getShort(i);
      case UINT16, QUINT16 -> Short.toUnsignedLong(b.getShort(i));
      case INT32, QINT32 -> b.getInt(i);
      case UINT32 -> Integer.toUnsignedLong(b.getInt(i));
      case INT64, UINT64 -> b.getLong(i);
      default -> throw wrongType("an integer");
    };
  }

  /** Element {@code i} of an integer tensor that fits in 32 bits. */
  public int getInt(long i) {
    return Math.toIntExact(getLong(i));
  }

  /** Element {@code i} of a bool tensor. */
  public boolean getBoolean(long i) {
    if (dtype != DType.BOOL) {
      throw wrongType("a bool");
    }
    return checked(i).getByte(i) != 0;
  }

  /** The real part of element {@code i}. */
  public double getReal(long i) {
    return getDouble(i);
  }

  /** The imaginary part of element {@code i}; 0 for a real number. */
  public double getImaginary(long i) {
    return switch (dtype) {
      case COMPLEX64 -> checked(i).getFloat(2 * i + 1);
      case COMPLEX128 -> checked(i).getDouble(2 * i + 1);
      default -> 0;
    };
  }

  /** The bytes of string {@code i}. Not a copy: do not write to it. */
  public byte[] getBytes(long i) {
    if (dtype != DType.STRING) {
      throw wrongType("a string");
    }
    return (byte[]) getObject(i);
  }

  /** String {@code i}, read as UTF-8. */
  public String getString(long i) {
    return new String(getBytes(i), StandardCharsets.UTF_8);
  }

  /** The object at {@code i} of a string, resource or variant tensor. */
  public Object getObject(long i) {
    checkOpen();
    if (objects == null) {
      throw wrongType("an object");
    }
    Object value = objects[(int) i];
    if (value == null) {
      throw WeirException.failedPrecondition("element %d of %s%s was never set", i, dtype, shape);
    }
    return value;
  }

  /** Sets element {@code i} to the nearest value of this tensor's type; imaginary part 0. */
  public void setDouble(long i, double value) {
    Buffer b = writable(i);
    switch (dtype) {
      case FLOAT32 -> b.setFloat(i, (float) value);
      case FLOAT64 -> b.setDouble(i, value);
      case FLOAT16 -> b.setShort(i, Float16.fromDouble(value));
      case BFLOAT16 -> b.setShort(i, Bfloat16.fromDouble(value));
      case COMPLEX64, COMPLEX128 -> setComplex(i, value, 0);
      case UINT64 ->
          b.setLong(i, value >= 0x1p63 ? (long) (value - 0x1p63) + Long.MIN_VALUE : (long) value);
      default -> setLong(i, (long) value);
    }
  }

  /** Sets element {@code i} of a float tensor, or the nearest value of another type. */
  public void setFloat(long i, float value) {
    if (dtype == DType.FLOAT32) {
      writable(i).setFloat(i, value);
    } else {
      setDouble(i, value);
    }
  }

  /** Sets element {@code i} to the low bits of a number; to the number itself if floating. */
  public void setLong(long i, long value) {
    Buffer b = writable(i);
    switch (dtype) {
      case INT8, QINT8, UINT8, QUINT8 -> b.setByte(i, (byte) value);
      case BOOL -> b.setByte(i, (byte) (value != 0 ? 1 : 0));
      case INT16, QINT16, UINT16, QUINT16 -> b.setShort(i, (short) value);
      case INT32, QINT32, UINT32 -> b.setInt(i, (int) value);
      case INT64, UINT64 -> b.setLong(i, value);
      case STRING, RESOURCE, VARIANT -> throw wrongType("a number");
      default -> setDouble(i, value);
    }
  }

  /** Sets element {@code i} of a bool tensor. */
  public void setBoolean(long i, boolean value) {
    if (dtype != DType.BOOL) {
      throw wrongType("a bool");
    }
    writable(i).setByte(i, (byte) (value ? 1 : 0));
  }

  /** Sets element {@code i} of a complex tensor. */
  public void setComplex(long i, double real, double imaginary) {
    Buffer b = writable(i);
    switch (dtype) {
      case COMPLEX64 -> {
        b.setFloat(2 * i, (float) real);
        b.setFloat(2 * i + 1, (float) imaginary);
      }
      case COMPLEX128 -> {
        b.setDouble(2 * i, real);
        b.setDouble(2 * i + 1, imaginary);
      }
      default -> throw wrongType("a complex number");
    }
  }

  /** Sets string {@code i}; the bytes are not copied. */
  public void setBytes(long i, byte[] value) {
    if (dtype != DType.STRING) {
      throw wrongType("a string");
    }
    setObject(i, value);
  }

  /** Sets the object at {@code i} of a string, resource or variant tensor. */
  public void setObject(long i, Object value) {
    checkOpen();
    if (objects == null) {
      throw wrongType("an object");
    }
    if (frozen) {
      throw readOnly();
    }
    objects[(int) i] = value;
  }

  /** Copies elements of another tensor of the same type; positions and count are in elements. */
  public void copyFrom(Tensor source, long sourcePosition, long position, long count) {
    if (source.dtype != dtype) {
      throw wrongType("a " + source.dtype);
    }
    if (frozen) {
      throw readOnly();
    }
    if (objects != null && source.objects != null) {
      System.arraycopy(source.objects, (int) sourcePosition, objects, (int) position, (int) count);
    } else {
      int size = dtype.byteSize();
      buffer().copyFrom(source.buffer(), sourcePosition * size, position * size, count * size);
    }
  }

  private Buffer checked(long i) {
    if (closed) {
      checkOpen();
    }
    if (i < 0 || i >= elements) {
      throw new IndexOutOfBoundsException(
          "element " + i + " of " + dtype + shape + " (" + elements + " elements)");
    }
    return buffer;
  }

  private Buffer writable(long i) {
    if (frozen) {
      throw readOnly();
    }
    return checked(i);
  }

  private WeirException readOnly() {
    return WeirException.failedPrecondition("%s%s is read-only", dtype, shape);
  }

  private WeirException wrongType(String wanted) {
    return WeirException.invalidArgument(
        "%s%s holds no %s", dtype, shape, wanted.replaceFirst("^an? ", ""));
  }

  /** {@code float32[2,3]} and the elements, large tensors shortened. */
  @Override
  public String toString() {
    return closed ? dtype + "" + shape + " (closed)" : TensorText.print(this);
  }
}
