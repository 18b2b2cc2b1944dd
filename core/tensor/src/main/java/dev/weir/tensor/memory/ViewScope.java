package dev.weir.tensor.memory;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * How long zero-copy views of one buffer may be used: until {@link #close}. A scope that is never
 * closed holds nothing outside the heap. Not thread-safe, but its views may be used by any thread,
 * also while it is closed.
 */
public final class ViewScope {
  private static final long WHOLE_LIMIT = Integer.MAX_VALUE;

  private final Arena arena = Arena.ofShared();
  private @Nullable ByteBuffer whole;

  /** A read-only view of a buffer; {@code keepAlive} stays reachable as long as the view is. */
  public ByteBuffer view(Buffer buffer, Object keepAlive) {
    return view(buffer, keepAlive, 0, buffer.byteSize());
  }

  /** A read-only view of a part of a buffer, which must be the same one at every call. */
  public ByteBuffer view(Buffer buffer, Object keepAlive, long offset, long bytes) {
    if (buffer.byteSize() > WHOLE_LIMIT) {
      return buffer.view(arena, keepAlive, offset, bytes);
    }
    // One view serves all calls: every new one would stay on the arena's books until it is closed.
    if (whole == null) {
      whole = buffer.view(arena, keepAlive);
    }
    return whole.slice((int) offset, (int) bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * From now on every view of this scope throws when it is touched. Fails, and changes nothing,
   * while a view is the source of an input or output operation.
   */
  public void close() {
    try {
      arena.close();
    } catch (IllegalStateException e) {
      throw new WeirException(
          ErrorCode.FAILED_PRECONDITION,
          "a view of this tensor is being written to a file or socket; close the tensor after that",
          e);
    }
  }

  /**
   * Gives up the caller's reference to the buffer when all views of this scope are unreachable, and
   * not before: another thread may be reading when the scope is closed, and the JDK stops most such
   * reads, but not all (JDK-8364167).
   *
   * @param isTainted whether it is {@linkplain Buffer#releaseTainted released as tainted} then
   */
  public void release(Buffer buffer, boolean isTainted) {
    // Every view reaches the scope of its memory, also after that was closed.
    buffer.releaseWithout(arena.scope(), isTainted);
  }
}
