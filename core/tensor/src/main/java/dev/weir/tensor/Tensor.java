package dev.weir.tensor;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.HeapBudget;
import dev.weir.tensor.memory.ViewScope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A dense array of elements of one type. Numbers live off-heap, row-major; strings (arbitrary
 * bytes), resource handles and variants live on the heap.
 *
 * <p>A tensor that a user makes or that {@code run} returns is read-only, may be shared between
 * threads and needs no {@link #close()}: the garbage collector reclaims it. Closing it early gives
 * the memory back sooner; any use after that is an exception. Inside a step the runtime owns
 * tensors through the reference count of their {@link #buffer()}.
 *
 * <p>What holds when one thread closes a tensor that others use, although the memory is pooled:
 *
 * <ul>
 *   <li>A {@code get}, a copy or a print gives values of this tensor or fails with {@code
 *       FAILED_PRECONDITION}; it never gives what the memory holds afterward.
 *   <li>A {@code set} of a tensor made by {@link #allocate(DType, Shape)} happens before or fails;
 *       it never reaches another tensor.
 *   <li>A {@linkplain #asByteBuffer view} gives values of this tensor or fails with {@link
 *       IllegalStateException}.
 *   <li>A {@linkplain #shared tensor that shares the elements} is not disturbed; a step that is
 *       given a tensor runs on such a one.
 * </ul>
 *
 * <p>Elements are addressed by their row-major position. The {@code get} methods convert: {@link
 * #getDouble} reads any real number, {@link #getLong} any integer. The {@code set} methods are for
 * the kernel that allocated the tensor and fail once it is {@linkplain #freeze frozen}.
 */
public final class Tensor implements AutoCloseable {
  private final DType dtype;
  private final Shape shape;
  private final long elements;
  private final Buffer buffer;
  private final @Nullable Object @Nullable [] objects;
  private long uncharged;
  private boolean frozen;
  private boolean writableByUsers;
  private volatile boolean closed;
  private @Nullable ViewScope views;

  private Tensor(DType dtype, Shape shape, Buffer buffer, @Nullable Object @Nullable [] objects) {
    this.dtype = dtype;
    this.shape = shape;
    this.elements = shape.elements();
    this.buffer = buffer;
    this.objects = objects;
  }

  /** A tensor with undefined numbers, or empty strings, for a kernel to fill. */
  public static Tensor allocate(Allocator allocator, DType dtype, Shape shape, String holder) {
    if (dtype.isObject()) {
      long most = allocator.usage().budget();
      @Nullable Object[] objects =
          Elements.allocateObjects(dtype, shape, holder, most, HeapBudget.strings());
      return new Tensor(dtype, shape, Buffer.empty(), objects);
    }
    return new Tensor(dtype, shape, allocator.allocate(dtype.byteSize(shape), holder), null);
  }

  /**
   * A tensor from the shared allocator for a user to fill, reclaimed by the garbage collector. It
   * starts with zeros or empty strings, so that earlier contents of the memory do not leak.
   */
  public static Tensor allocate(DType dtype, Shape shape) {
    Tensor tensor = allocateUnshared(dtype, shape);
    tensor.buffer.fill(0, tensor.byteSize(), (byte) 0);
    tensor.writableByUsers = true;
    return tensor;
  }

  /**
   * A tensor with undefined elements; the caller writes all of them before it shares the tensor.
   */
  static Tensor allocateUnshared(DType dtype, Shape shape) {
    return allocate(Allocator.shared(), dtype, shape, "a tensor of the program").leftToCollector();
  }

  /** A tensor over the elements of a buffer, one of whose references it takes over. */
  public static Tensor over(DType dtype, Shape shape, Buffer buffer) {
    if (dtype.isObject() || dtype.byteSize(shape) > buffer.byteSize()) {
      throw WeirException.invalidArgument(
          "%s%s does not fit in %d bytes", dtype, shape, buffer.byteSize());
    }
    return new Tensor(dtype, shape, buffer, null);
  }

  /** A view in another shape of equal size; counts as a reference to the buffer. */
  public Tensor reshaped(Shape other) {
    return sharing(dtype, other);
  }

  /** A view of the bytes as elements of another type; counts as a reference to the buffer. */
  public Tensor reinterpreted(DType otherDtype, Shape other) {
    return sharing(otherDtype, other);
  }

  /**
   * Another tensor of the same elements with a reference to the buffer of its own, so that closing
   * this one does not disturb it: what a step or a graph makes of a tensor that a user gave it.
   */
  public Tensor shared() {
    return sharing(dtype, shape);
  }

  /** This tensor, with one more reference to its buffer for the caller to release. */
  public Tensor retained() {
    checkOpen();
    buffer.retain();
    return this;
  }

  private Tensor sharing(DType otherDtype, Shape other) {
    checkOpen();
    boolean equal =
        dtype.isObject() || otherDtype.isObject()
            ? dtype == otherDtype && elements == other.elements()
            : byteSize() == otherDtype.byteSize(other);
    if (!equal) {
      throw TensorErrors.differentSize(dtype, shape, otherDtype, other);
    }
    Tensor shared = new Tensor(otherDtype, other, buffer.retain(), objects);
    shared.frozen = frozen;
    shared.writableByUsers = writableByUsers;
    return shared;
  }

  /**
   * A frozen tensor of the same elements for a user to keep. It takes over the caller's reference
   * to the buffer and leaves it to the garbage collector; closing it does not disturb others who
   * have references to the buffer, or use this tensor.
   */
  public Tensor collected() {
    checkOpen();
    return leftToCollector().freeze();
  }

  private Tensor leftToCollector() {
    Tensor left = new Tensor(dtype, shape, buffer.leaveToCollector(), objects);
    left.writableByUsers = writableByUsers;
    return left;
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

  /**
   * Releases this tensor's reference to its buffer now, instead of when the garbage collector finds
   * out. From then on this tensor and its views fail. The memory is used again at once, except that
   * of a tensor made by {@link #allocate(DType, Shape)} or with views: another thread may be in the
   * middle of a write or read, so that memory still waits for the collector. Closing twice does
   * nothing. Fails while a view is being written to a file or socket.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    if (views != null) {
      views.close();
    }
    closed = true;
    if (views != null) {
      views.release(buffer, writableByUsers);
      views = null; // from here on only the views themselves keep the memory
    } else if (writableByUsers) {
      buffer.releaseTainted();
    } else {
      buffer.release();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw TensorErrors.closed(dtype, shape);
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
   * A read-only view of the bytes, without a copy, little-endian. It keeps the memory of a user's
   * tensor alive, and fails with {@link IllegalStateException} once that is closed; of a step's own
   * tensor it is valid while the step's reference is. At most 2 GiB; see {@link #asByteBuffer(long,
   * long)} for more. {@link TensorViews} has views of numbers.
   */
  public ByteBuffer asByteBuffer() {
    return asByteBuffer(0, elements);
  }

  /** A view of the bytes of {@code count} elements from position {@code first} on. */
  public synchronized ByteBuffer asByteBuffer(long first, long count) {
    checkOpen();
    if (dtype.isObject()) {
      throw WeirException.invalidArgument("a %s tensor has no bytes to view", dtype);
    }
    TensorErrors.checkRange(this, first, count);
    if (count * dtype.byteSize() > Integer.MAX_VALUE) {
      throw TensorErrors.tooLargeForView(dtype, shape, count);
    }
    if (views == null) {
      views = new ViewScope();
    }
    return views.view(buffer, this, first * dtype.byteSize(), count * dtype.byteSize());
  }

  /** Element {@code i} as a double; complex numbers give their real part, bool 0 or 1. */
  public double getDouble(long i) {
    checkReadable(i);
    return Elements.readDouble(buffer, dtype, i);
  }

  /** Element {@code i} as a float, rounded if need be. */
  public float getFloat(long i) {
    checkReadable(i);
    return Elements.readFloat(buffer, dtype, i);
  }

  /** Element {@code i} of an integer, bool or quantized tensor; uint64 as its 64 bits. */
  public long getLong(long i) {
    checkReadable(i);
    return Elements.readLong(buffer, dtype, i);
  }

  /** Element {@code i} of an integer tensor that fits in 32 bits. */
  public int getInt(long i) {
    long value = getLong(i);
    if (value != (int) value) {
      throw WeirException.outOfRange(
          "element %d of %s%s is %d, too large for an int", i, dtype, shape, value);
    }
    return (int) value;
  }

  /** Element {@code i} of a bool tensor. */
  public boolean getBoolean(long i) {
    require(DType.BOOL);
    return getLong(i) != 0;
  }

  /** The real part of element {@code i}. */
  public double getReal(long i) {
    return getDouble(i);
  }

  /** The imaginary part of element {@code i}; 0 for a real number. */
  public double getImaginary(long i) {
    checkReadable(i);
    return Elements.readImaginary(buffer, dtype, i);
  }

  /** The bytes of string {@code i}. Not a copy: do not write to it. */
  public byte[] getBytes(long i) {
    require(DType.STRING);
    return (byte[]) getObject(i);
  }

  /** String {@code i}, read as UTF-8. */
  public String getString(long i) {
    return new String(getBytes(i), StandardCharsets.UTF_8);
  }

  /** The object at {@code i} of a string, resource or variant tensor. */
  public Object getObject(long i) {
    checkReadable(i);
    Object value = objects()[(int) i];
    if (value == null) {
      throw TensorErrors.neverSet(dtype, shape, i);
    }
    return value;
  }

  /** A copy of all elements as floats, row-major, converted as {@link #getFloat} does. */
  public float[] floats() {
    return TensorArrays.toFloatArray(this);
  }

  /** A copy of all elements as doubles, row-major, converted as {@link #getDouble} does. */
  public double[] doubles() {
    return TensorArrays.toDoubleArray(this);
  }

  /** A copy of all integers, row-major; each must fit in an int. */
  public int[] ints() {
    return TensorArrays.toIntArray(this);
  }

  /** A copy of all integers, row-major; uint64 as its 64 bits. */
  public long[] longs() {
    return TensorArrays.toLongArray(this);
  }

  /** A copy of all elements of a bool tensor, row-major. */
  public boolean[] booleans() {
    return TensorArrays.toBooleanArray(this);
  }

  /** All strings, row-major, read as UTF-8. */
  public String[] strings() {
    return TensorArrays.toStringArray(this);
  }

  /** The only element as a float; fails if there is not exactly one. */
  public float scalarFloat() {
    TensorErrors.checkNumbers(this);
    checkSingle();
    return getFloat(0);
  }

  /** The only element as a double; fails if there is not exactly one. */
  public double scalarDouble() {
    TensorErrors.checkNumbers(this);
    checkSingle();
    return getDouble(0);
  }

  /** The only element of an integer tensor; fails if there is not exactly one. */
  public int scalarInt() {
    TensorErrors.checkIntegers(this);
    checkSingle();
    return getInt(0);
  }

  /** The only element of an integer tensor; fails if there is not exactly one. */
  public long scalarLong() {
    TensorErrors.checkIntegers(this);
    checkSingle();
    return getLong(0);
  }

  /** The only element of a bool tensor; fails if there is not exactly one. */
  public boolean scalarBoolean() {
    checkSingle();
    return getBoolean(0);
  }

  /** The only string, read as UTF-8; fails if there is not exactly one. */
  public String scalarString() {
    checkSingle();
    return getString(0);
  }

  private void checkSingle() {
    if (elements != 1) {
      throw TensorErrors.notSingle(dtype, shape);
    }
  }

  /**
   * Sets element {@code i}: rounded to the nearest floating number, or truncated to an integer of
   * which the low bits are kept, or to whether it is not 0. An imaginary part becomes 0.
   */
  public void setDouble(long i, double value) {
    checkWritable(i);
    Elements.setDouble(buffer, dtype, i, value);
  }

  /** Sets element {@code i} of a float tensor, or of another as {@link #setDouble} does. */
  public void setFloat(long i, float value) {
    checkWritable(i);
    if (dtype == DType.FLOAT32) {
      buffer.setFloat(i, value);
    } else {
      Elements.setDouble(buffer, dtype, i, value);
    }
  }

  /** Sets element {@code i} to the low bits of a number; to the nearest number if floating. */
  public void setLong(long i, long value) {
    checkWritable(i);
    Elements.setLong(buffer, dtype, i, value);
  }

  /** Sets element {@code i} of a bool tensor. */
  public void setBoolean(long i, boolean value) {
    require(DType.BOOL);
    setLong(i, value ? 1 : 0);
  }

  /** Sets element {@code i} of a complex tensor. */
  public void setComplex(long i, double real, double imaginary) {
    checkWritable(i);
    Elements.setComplex(buffer, dtype, i, real, imaginary);
  }

  /**
   * Sets string {@code i}; the bytes are not copied. Strings that kernels make count against their
   * {@linkplain HeapBudget#strings budget of the heap}; those of users do not.
   */
  public void setBytes(long i, byte[] value) {
    require(DType.STRING);
    setObject(i, value);
    uncharged += value.length;
    if (uncharged >= Elements.CHARGED_AT_ONCE && !writableByUsers) {
      HeapBudget.strings().charge(objects(), uncharged, dtype + shape.toString());
      uncharged = 0;
    }
  }

  /**
   * Sets strings from {@code first} on to the first {@code count} of an array, as {@link
   * #setBytes(long, byte[])} does. Several threads may do so at a time, with other elements each.
   */
  public void setBytes(long first, byte[][] values, int count) {
    require(DType.STRING);
    if (count == 0) {
      return;
    }
    checkWritable(first);
    checkWritable(first + count - 1);
    System.arraycopy(values, 0, objects(), (int) first, count);
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += values[i].length;
    }
    charge(bytes);
  }

  private synchronized void charge(long bytes) {
    uncharged += bytes;
    if (uncharged >= Elements.CHARGED_AT_ONCE && !writableByUsers) {
      HeapBudget.strings().charge(objects(), uncharged, dtype + shape.toString());
      uncharged = 0;
    }
  }

  /** Sets the object at {@code i} of a string, resource or variant tensor. */
  public void setObject(long i, Object value) {
    checkWritable(i);
    objects()[(int) i] = value;
  }

  /** Copies elements of another tensor of the same type; positions and count are in elements. */
  public void copyFrom(Tensor source, long sourcePosition, long position, long count) {
    if (source.dtype != dtype) {
      throw WeirException.invalidArgument(
          "cannot copy elements of %s%s to %s%s", source.dtype, source.shape, dtype, shape);
    }
    source.checkOpen();
    checkOpen();
    if (frozen) {
      throw TensorErrors.readOnly(dtype, shape);
    }
    TensorErrors.checkRange(source, sourcePosition, count);
    TensorErrors.checkRange(this, position, count);
    if (objects != null && source.objects != null) {
      System.arraycopy(source.objects, (int) sourcePosition, objects, (int) position, (int) count);
      return;
    }
    int size = dtype.byteSize();
    buffer.copyFrom(source.buffer, sourcePosition * size, position * size, count * size);
  }

  private @Nullable Object[] objects() {
    if (objects == null) {
      throw TensorErrors.wrongType(dtype, shape, "objects");
    }
    return objects;
  }

  private void require(DType wanted) {
    if (dtype != wanted) {
      throw TensorErrors.wrongType(dtype, shape, wanted);
    }
  }

  private void checkReadable(long i) {
    checkOpen();
    if (i < 0 || i >= elements) {
      throw TensorErrors.noElement(dtype, shape, i);
    }
  }

  private void checkWritable(long i) {
    if (frozen) {
      throw TensorErrors.readOnly(dtype, shape);
    }
    checkReadable(i);
  }

  /** {@code float32[2,3]} and the elements, large tensors shortened. */
  @Override
  public String toString() {
    return closed ? dtype + "" + shape + " (closed)" : TensorText.print(this);
  }
}
