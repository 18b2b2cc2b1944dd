package dev.weir.tensor.memory;

import dev.weir.error.WeirException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A run of off-heap bytes, 64-byte aligned and little-endian, that holds the elements of tensors.
 *
 * <p>A buffer is <em>counted</em> or <em>collected</em>. A counted buffer starts with one
 * reference; code that keeps it beyond a call {@linkplain #retain retains} it and {@linkplain
 * #release releases} it, and the last release gives the bytes back to the allocator. A collected
 * buffer is tiny and belongs to the garbage collector; retaining and releasing it does nothing. A
 * counted buffer may also be {@linkplain #leaveToCollector left to the garbage collector}, for
 * users who release nothing.
 *
 * <p>A buffer object stands for one allocation: when its bytes are handed out again, that is
 * another buffer. Any use after the last release is an exception. A thread that uses a buffer while
 * another one may release it must hold a reference of its own.
 *
 * <p>Reads and writes take element indices, not byte offsets. They are plain: a buffer is written
 * by the kernel that allocated it before it is handed on. Each keeps the buffer reachable until it
 * is done.
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

  /** A buffer on no account, for tensors without off-heap elements. */
  private static final Buffer EMPTY = new Buffer(MemorySegment.NULL, null, null, "");

  private final MemorySegment segment;
  private final @Nullable Block block;
  private final @Nullable Slab slab;
  private final String holder;

  @SuppressWarnings("unused") // accessed through REFERENCES
  private volatile int references = 1;

  /** Set when only the garbage collector can tell that no thread writes to the bytes. */
  private volatile boolean tainted;

  private Buffer(MemorySegment segment, @Nullable Block block, @Nullable Slab slab, String holder) {
    this.segment = segment;
    this.block = block;
    this.slab = slab;
    this.holder = holder;
  }

  /** A counted buffer of at least so many bytes. */
  Buffer(Block block, long bytes, String holder) {
    this(block.forBytes(bytes), block, null, holder);
  }

  /** A collected buffer, which keeps its slab reachable. */
  Buffer(MemorySegment piece, Slab slab) {
    this(piece, null, slab, "");
  }

  /** A buffer without bytes. */
  public static Buffer empty() {
    return EMPTY;
  }

  /**
   * The bytes themselves, for kernels. Valid while the caller's reference is, and while the buffer
   * is reachable: the segment alone does not keep the bytes.
   */
  public MemorySegment segment() {
    return held();
  }

  private MemorySegment held() {
    if ((int) REFERENCES.get(this) <= 0) {
      throw givenBack("used");
    }
    return segment;
  }

  /** How many bytes there are. */
  public long byteSize() {
    return segment.byteSize();
  }

  /** The block that holds the bytes; null for a buffer that is collected or empty. */
  @Nullable Block block() {
    return block;
  }

  /** Whether references are counted; if not, the garbage collector owns the bytes. */
  public boolean isCounted() {
    return block != null;
  }

  /**
   * Fails if the bytes have been given back. What was read before a call that does not fail was
   * read from this buffer, not from what its bytes serve as later.
   */
  public void requireHeld() {
    VarHandle.loadLoadFence();
    if (references <= 0) {
      throw givenBack("used");
    }
  }

  /** What the buffer was allocated for, in words; empty for a collected one. */
  public String holder() {
    return holder;
  }

  /** Adds a reference. The caller must hold one already; it fails if none is left. */
  public Buffer retain() {
    if (block != null) {
      int before;
      do {
        before = references;
        if (before <= 0) {
          throw givenBack("retained");
        }
      } while (!REFERENCES.compareAndSet(this, before, before + 1));
    }
    return this;
  }

  /** Gives up a reference; the last one returns the bytes. */
  public void release() {
    if (block == null) {
      return;
    }
    int before;
    do {
      before = references;
      if (before <= 0) {
        throw givenBack("released");
      }
    } while (!REFERENCES.compareAndSet(this, before, before - 1));
    if (before == 1) {
      if (!tainted) {
        block.pool.giveBack(block);
      }
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Gives up a reference to a buffer that another thread might be writing to at this moment. If it
   * is the last one, the next use fails, but the bytes are not handed out again before the buffer
   * is unreachable, so that a write in progress stays within them.
   */
  public void releaseTainted() {
    if (block != null) {
      if (references <= 0) {
        throw givenBack("released");
      }
      tainted = true;
      block.pool.lease(block, this);
    }
    release();
  }

  /**
   * Gives up a reference once {@code user} is unreachable, which may be reading the bytes at this
   * moment. Until then the buffer remains usable.
   */
  void releaseWithout(Object user, boolean isTainted) {
    if (block != null) {
      requireHeld();
      if (isTainted) {
        tainted = true;
      }
      block.pool.lease(block, this);
      block.pool.releaseWithout(user, this);
    } else if (slab != null) {
      slab.pool().releaseWithout(user, this);
    }
  }

  /**
   * Leaves the caller's reference to the garbage collector: the bytes come back when the buffer is
   * unreachable, or earlier when all references are released. Returns the buffer to keep, which may
   * be a copy if this one is tiny.
   */
  public Buffer leaveToCollector() {
    if (block != null) {
      block.pool.lease(block, this);
      return this;
    }
    return slab == null ? this : slab.home().keep(this);
  }

  /**
   * Whether the caller's reference is known to be the only one, so that it may write in place.
   * Never so for a buffer that was {@linkplain #leaveToCollector left to the garbage collector}.
   */
  public boolean isExclusive() {
    return block != null && references == 1 && !block.isLeased();
  }

  private WeirException givenBack(String done) {
    return WeirException.failedPrecondition(
        "the buffer of %s was given back and is %s again", holder, done);
  }

  /**
   * A read-only window on the bytes {@code [0, byteSize)} that stays usable until {@code arena} is
   * closed. {@code keepAlive} stays reachable as long as the window does.
   */
  public ByteBuffer view(Arena arena, Object keepAlive) {
    return view(arena, keepAlive, 0, byteSize());
  }

  ByteBuffer view(Arena arena, Object keepAlive, long offset, long bytes) {
    MemorySegment window =
        MemorySegment.ofAddress(held().asSlice(offset, bytes).address())
            .reinterpret(bytes, arena, ignored -> Reference.reachabilityFence(keepAlive));
    return window.asReadOnly().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * A window on {@code bytes} bytes, to read a file into or write it from. Valid while the caller's
   * reference is and the buffer is reachable.
   */
  public ByteBuffer window(long offset, int bytes) {
    return held().asSlice(offset, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  public byte getByte(long i) {
    byte value = held().get(ValueLayout.JAVA_BYTE, i);
    Reference.reachabilityFence(this);
    return value;
  }

  public void setByte(long i, byte value) {
    held().set(ValueLayout.JAVA_BYTE, i, value);
    Reference.reachabilityFence(this);
  }

  public short getShort(long i) {
    short value = held().getAtIndex(SHORT, i);
    Reference.reachabilityFence(this);
    return value;
  }

  public void setShort(long i, short value) {
    held().setAtIndex(SHORT, i, value);
    Reference.reachabilityFence(this);
  }

  public int getInt(long i) {
    int value = held().getAtIndex(INT, i);
    Reference.reachabilityFence(this);
    return value;
  }

  public void setInt(long i, int value) {
    held().setAtIndex(INT, i, value);
    Reference.reachabilityFence(this);
  }

  public long getLong(long i) {
    long value = held().getAtIndex(LONG, i);
    Reference.reachabilityFence(this);
    return value;
  }

  public void setLong(long i, long value) {
    held().setAtIndex(LONG, i, value);
    Reference.reachabilityFence(this);
  }

  public float getFloat(long i) {
    float value = held().getAtIndex(FLOAT, i);
    Reference.reachabilityFence(this);
    return value;
  }

  public void setFloat(long i, float value) {
    held().setAtIndex(FLOAT, i, value);
    Reference.reachabilityFence(this);
  }

  public double getDouble(long i) {
    double value = held().getAtIndex(DOUBLE, i);
    Reference.reachabilityFence(this);
    return value;
  }

  public void setDouble(long i, double value) {
    held().setAtIndex(DOUBLE, i, value);
    Reference.reachabilityFence(this);
  }

  /**
   * Copies {@code bytes} bytes of another buffer into this one; offsets are in bytes. Another
   * thread may release the source meanwhile: that is an exception before, and without effect from
   * then on.
   */
  public void copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    source.retain();
    try {
      MemorySegment.copy(source.segment, sourceOffset, held(), offset, bytes);
    } finally {
      source.release();
    }
  }

  /** Copies from a Java array of a primitive type; offset and count are in elements of it. */
  public void copyFromArray(Object array, int arrayOffset, long byteOffset, int count) {
    MemorySegment.copy(array, arrayOffset, held(), layoutOf(array), byteOffset, count);
    Reference.reachabilityFence(this);
  }

  /**
   * Copies into a Java array of a primitive type; offset and count are in elements of it. Another
   * thread may release this buffer meanwhile, as for {@link #copyFrom}.
   */
  public void copyToArray(long byteOffset, Object array, int arrayOffset, int count) {
    retain();
    try {
      MemorySegment.copy(segment, layoutOf(array), byteOffset, array, arrayOffset, count);
    } finally {
      release();
    }
  }

  private static ValueLayout layoutOf(Object array) {
    return switch (array) {
      case byte[] a -> ValueLayout.JAVA_BYTE;
      case short[] a -> SHORT;
      case int[] a -> INT;
      case long[] a -> LONG;
      case float[] a -> FLOAT;
      case double[] a -> DOUBLE;
      default ->
          throw WeirException.invalidArgument(
              "%s is not an array of numbers", array.getClass().getTypeName());
    };
  }

  /** Copies what remains of a byte buffer to a byte offset. */
  public void copyFromByteBuffer(ByteBuffer source, long byteOffset) {
    copyFromNioBuffer(source, byteOffset);
  }

  /** Copies what remains of a buffer of numbers, of either byte order, to a byte offset. */
  public void copyFromNioBuffer(java.nio.Buffer source, long byteOffset) {
    ValueLayout from =
        switch (source) {
          case ByteBuffer b -> ValueLayout.JAVA_BYTE;
          case ShortBuffer b -> ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(b.order());
          case IntBuffer b -> ValueLayout.JAVA_INT_UNALIGNED.withOrder(b.order());
          case LongBuffer b -> ValueLayout.JAVA_LONG_UNALIGNED.withOrder(b.order());
          case FloatBuffer b -> ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(b.order());
          case DoubleBuffer b -> ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(b.order());
          default ->
              throw WeirException.invalidArgument(
                  "%s does not hold numbers", source.getClass().getTypeName());
        };
    ValueLayout to = from.withOrder(ByteOrder.LITTLE_ENDIAN);
    MemorySegment.copy(
        MemorySegment.ofBuffer(source), from, 0, held(), to, byteOffset, source.remaining());
    Reference.reachabilityFence(this);
  }

  /** Sets {@code bytes} bytes from a byte offset on to one value. */
  public void fill(long byteOffset, long bytes, byte value) {
    held().asSlice(byteOffset, bytes).fill(value);
    Reference.reachabilityFence(this);
  }

  /** The first byte offset at which two ranges differ, or -1 if they are equal. */
  public static long mismatch(Buffer a, long aOffset, Buffer b, long bOffset, long bytes) {
    long first =
        MemorySegment.mismatch(
            a.held(), aOffset, aOffset + bytes, b.held(), bOffset, bOffset + bytes);
    Reference.reachabilityFence(a);
    Reference.reachabilityFence(b);
    return first;
  }
}
