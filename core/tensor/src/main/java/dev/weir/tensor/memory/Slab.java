package dev.weir.tensor.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A block that is cut into tiny pieces from front to back. Every piece keeps the slab reachable,
 * and the block comes back when the slab is unreachable.
 */
final class Slab {
  static final int SIZE = 16 * 1024;

  private static final VarHandle USED;

  static {
    try {
      USED = MethodHandles.lookup().findVarHandle(Slab.class, "used", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Block block;
  private final Slabs home;

  @SuppressWarnings("unused") // accessed through USED
  private volatile int used;

  Slab(Block block, Slabs home) {
    this.block = block;
    this.home = home;
  }

  /** A piece of this many bytes, a multiple of the alignment; null if there is no room for it. */
  @Nullable Buffer cut(int bytes) {
    int offset = (int) USED.getAndAdd(this, bytes);
    return offset + bytes > SIZE ? null : new Buffer(block.segment.asSlice(offset, bytes), this);
  }

  BlockPool pool() {
    return block.pool;
  }

  /** Where this slab's pieces came from. */
  Slabs home() {
    return home;
  }
}
