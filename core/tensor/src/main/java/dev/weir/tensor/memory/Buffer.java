package dev.weir.tensor.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A run of off-heap bytes, 64-byte aligned and little-endian, that holds the elements of tensors.
 *
 * <p>A buffer is <em>counted</em> or <em>collected</em>. A counted buffer starts with one
 * reference; whoever keeps it beyond a call {@linkplain #retain retains} it and {@linkplain
 * #release releases} it, and the last release gives the bytes back to the allocator. A collected
 * buffer is small and belongs to the garbage collector; retaining and releasing it does nothing.
 *
 * <p>Reads and writes take element indices, not byte offsets. They are plain: a buffer is written
 * by the kernel that allocated it before it is handed on.
 */
public final class Buffer {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;
  private static final VarHandle REFERENCES;

  static {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new ExceptionInInitializerError("Weir needs a little-endian machine");
    }
    try {
      REFERENCES = MethodHandles.lookup().findVarHandle(Buffer.class, "references", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Takes back the bytes of a counted buffer when its last reference is released. */
  interface Owner {
    void reclaim(Buffer buffer);
  }

  private final MemorySegment segment;
  private final @Nullable Owner owner;
  private final String holder;

  @SuppressWarnings("UnusedVariable") // accessed through REFERENCES
  private volatile int references = 1;

  /** A counted buffer. */
  Buffer(MemorySegment segment, Owner owner, String holder) {
    this.segment = segment;
    this.owner = owner;
    this.holder = holder;
  }

  /** A collected buffer: the segment keeps its own memory alive. */
  Buffer(MemorySegment segment) {
    this.segment = segment;
    this.owner = null;
    this.holder = "";
  }

  /** The bytes themselves, for kernels. Valid while the caller's reference is. */
  public MemorySegment segment() {
    return segment;
  }

  /** How many bytes there are. */
  public long byteSize() {
    return segment.byteSize();
  }

  /** Whether references are counted; if not, the garbage collector owns the bytes. */
  public boolean isCounted() {
    return owner != null;
  }

  /** What the buffer was allocated for, in words; empty for a collected one. */
  public String holder() {
    return holder;
  }

  /** Adds a reference. The caller must hold one already. */
  public Buffer retain() {
    if (owner != null) {
      int before = (int) REFERENCES.getAndAdd(this, 1);
      if (before <= 0) {
        throw new IllegalStateException("retained a buffer that was already given back");
      }
    }
    return this;
  }

  /** Gives up a reference; the last one returns the bytes. */
  public void release() {
    if (owner == null) {
      return;
    }
    int before = (int) REFERENCES.getAndAdd(this, -1);
    if (before == 1) {
      owner.reclaim(this);
    } else if (before <= 0) {
      throw new IllegalStateException("released a buffer that was already given back");
    }
  }

  /** Whether the caller's reference is known to be the only one, so that it may write in place. */
  public boolean isExclusive() {
    return owner != null && (int) REFERENCES.getAcquire(this) == 1;
  }

  /**
   * A read-only window on the bytes {@code [0, byteSize)} that stays usable until {@code arena} is
   * closed. {@code keepAlive} stays reachable as long as the window does.
   */
  public ByteBuffer view(Arena arena, Object keepAlive) {
    MemorySegment window =
        MemorySegment.ofAddress(segment.address())
            .reinterpret(
                segment.byteSize(), arena, ignored -> Reference.reachabilityFence(keepAlive));
    return window.asReadOnly().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  public byte getByte(long i) {
    return segment.get(ValueLayout.JAVA_BYTE, i);
  }

  public void setByte(long i, byte value) {
    segment.set(ValueLayout.JAVA_BYTE, i, value);
  }

  public short getShort(long i) {
    return segment.getAtIndex(SHORT, i);
  }

  public void setShort(long i, short value) {
    segment.setAtIndex(SHORT, i, value);
  }

  public int getInt(long i) {
    return segment.getAtIndex(INT, i);
  }

  public void setInt(long i, int value) {
    segment.setAtIndex(INT, i, value);
  }

  public long getLong(long i) {
    return segment.getAtIndex(LONG, i);
  }

  public void setLong(long i, long value) {
    segment.setAtIndex(LONG, i, value);
  }

  public float getFloat(long i) {
    return segment.getAtIndex(FLOAT, i);
  }

  public void setFloat(long i, float value) {
    segment.setAtIndex(FLOAT, i, value);
  }

  public double getDouble(long i) {
    return segment.getAtIndex(DOUBLE, i);
  }

  public void setDouble(long i, double value) {
    segment.setAtIndex(DOUBLE, i, value);
  }

  /** Copies {@code bytes} bytes of another buffer into this one; offsets are in bytes. */
  public void copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    MemorySegment.copy(source.segment, sourceOffset, segment, offset, bytes);
  }

  /** Copies from a Java array of a primitive type; offset and count are in elements of it. */
  public void copyFromArray(Object array, int arrayOffset, long byteOffset, int count) {
    switch (array) {
      case byte[] a ->
          MemorySegment.copy(a, arrayOffset, segment, ValueLayout.JAVA_BYTE, byteOffset, count);
      case short[] a -> MemorySegment.copy(a, arrayOffset, segment, SHORT, byteOffset, count);
      case int[] a -> MemorySegment.copy(a, arrayOffset, segment, INT, byteOffset, count);
      case long[] a -> MemorySegment.copy(a, arrayOffset, segment, LONG, byteOffset, count);
      case float[] a -> MemorySegment.copy(a, arrayOffset, segment, FLOAT, byteOffset, count);
      case double[] a -> MemorySegment.copy(a, arrayOffset, segment, DOUBLE, byteOffset, count);
      default -> throw new IllegalArgumentException("not a primitive array: " + array.getClass());
    }
  }

  /** Copies into a Java array of a primitive type; offset and count are in elements of it. */
  public void copyToArray(long byteOffset, Object array, int arrayOffset, int count) {
    switch (array) {
      case byte[] a ->
          MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, byteOffset, a, arrayOffset, count);
      case short[] a -> MemorySegment.copy(segment, SHORT, byteOffset, a, arrayOffset, count);
      case int[] a -> MemorySegment.copy(segment, INT, byteOffset, a, arrayOffset, count);
      case long[] a -> MemorySegment.copy(segment, LONG, byteOffset, a, arrayOffset, count);
      case float[] a -> MemorySegment.copy(segment, FLOAT, byteOffset, a, arrayOffset, count);
      case double[] a -> MemorySegment.copy(segment, DOUBLE, byteOffset, a, arrayOffset, count);
      default -> throw new IllegalArgumentException("not a primitive array: " + array.getClass());
    }
  }

  /** Copies what remains of a byte buffer to a byte offset. */
  public void copyFromByteBuffer(ByteBuffer source, long byteOffset) {
    MemorySegment from = MemorySegment.ofBuffer(source);
    MemorySegment.copy(from, 0, segment, byteOffset, from.byteSize());
  }

  /** Sets {@code bytes} bytes from a byte offset on to one value. */
  public void fill(long byteOffset, long bytes, byte value) {
    segment.asSlice(byteOffset, bytes).fill(value);
  }

  /** The first byte offset at which two ranges differ, or -1 if they are equal. */
  public static long mismatch(Buffer a, long aOffset, Buffer b, long bOffset, long bytes) {
    return MemorySegment.mismatch(
        a.segment, aOffset, aOffset + bytes, b.segment, bOffset, bOffset + bytes);
  }
}
