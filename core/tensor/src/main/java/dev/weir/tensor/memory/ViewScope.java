package dev.weir.tensor.memory;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/** How long zero-copy views of buffers may be used: until {@link #close}. */
public final class ViewScope {
  private final Arena arena = Arena.ofShared();

  /** A read-only view of a buffer; {@code keepAlive} stays reachable as long as the view is. */
  public ByteBuffer view(Buffer buffer, Object keepAlive) {
    return buffer.view(arena, keepAlive);
  }

  /** From now on every view of this scope throws when it is touched. */
  public void close() {
    arena.close();
  }
}
