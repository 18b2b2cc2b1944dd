package dev.weir.tensor.memory;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Memory for tiny tensors, which most steps of small models consist of. Their references are not
 * counted, and one costs little more than the objects around it.
 *
 * <p>What a user keeps is cut from slabs of its own: otherwise one loss kept per step would keep
 * the whole slab of that step.
 */
final class Slabs {
  /** The largest piece; above this, a block of its own is worth its bookkeeping. */
  static final long LARGEST = 512;

  static final String HOLDER = "tiny tensors";

  private static final int STRIPES = 16;

  private final BlockPool pool;
  private final GarbageCollections collections;
  private final @Nullable Slabs forUsers;
  private final AtomicReferenceArray<@Nullable Slab> stripes = new AtomicReferenceArray<>(STRIPES);

  private Slabs(BlockPool pool, GarbageCollections collections, @Nullable Slabs forUsers) {
    this.pool = pool;
    this.collections = collections;
    this.forUsers = forUsers;
  }

  static Slabs of(BlockPool pool, GarbageCollections collections) {
    return new Slabs(pool, collections, new Slabs(pool, collections, null));
  }

  /** A piece of at least this many bytes, or null if there is no room for another slab. */
  @Nullable Buffer cut(long bytes) {
    int size = Math.max(1, (int) (bytes + SizeClass.ALIGNMENT - 1) >>> 6) << 6;
    int stripe = (int) Thread.currentThread().threadId() & (STRIPES - 1);
    Slab slab = stripes.get(stripe);
    Buffer piece = slab == null ? null : slab.cut(size);
    return piece != null ? piece : cutFromNew(stripe, size);
  }

  private synchronized @Nullable Buffer cutFromNew(int stripe, int size) {
    Slab current = stripes.get(stripe);
    Buffer piece = current == null ? null : current.cut(size);
    if (piece != null) {
      return piece;
    }
    Block block = pool.reuse(Slab.SIZE, HOLDER);
    if (block == null) {
      collections.collectIfWorthwhile();
      block = pool.take(Slab.SIZE, HOLDER);
    }
    if (block == null) {
      return null;
    }
    Slab slab = new Slab(block, this);
    pool.lease(block, slab);
    stripes.set(stripe, slab);
    return slab.cut(size);
  }

  /** A copy of a piece that keeps no slab of a step in memory. */
  Buffer keep(Buffer piece) {
    Buffer kept = forUsers == null ? null : forUsers.cut(piece.byteSize());
    if (kept == null) {
      return piece;
    }
    kept.copyFrom(piece, 0, 0, piece.byteSize());
    return kept;
  }
}
