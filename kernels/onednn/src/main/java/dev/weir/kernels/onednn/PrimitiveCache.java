package dev.weir.kernels.onednn;

import java.util.Comparator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The compiled primitives of this process, by what they compute and the number of threads; the
 * least recently used go first. Thread-safe.
 *
 * <p>Time is counted in misses: a hit writes the current count to the primitive, and only if it has
 * changed, so that hits take no lock and share no written memory. A miss compiles, which takes far
 * longer than the scan for the oldest entry.
 */
final class PrimitiveCache {

  /** The threads are part of the key because oneDNN plans for a fixed number of them. */
  private record Key(PrimitiveSpec spec, int threads) {}

  private final int capacity;
  private final ConcurrentMap<Key, Primitive> primitives = new ConcurrentHashMap<>();
  private final AtomicLong misses = new AtomicLong();

  PrimitiveCache(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be positive, is " + capacity);
    }
    this.capacity = capacity;
  }

  /** The compiled primitive, from the cache or new. It may be retired at any moment. */
  Primitive get(PrimitiveSpec spec, int threads) {
    Key key = new Key(spec, threads);
    Primitive found = primitives.get(key);
    if (found == null) {
      found = compile(key);
    }
    found.touch(misses.getPlain());
    return found;
  }

  int size() {
    return primitives.size();
  }

  /** How many primitives were compiled. */
  long misses() {
    return misses.get();
  }

  /** Others that want the same primitive wait for this thread; those that want another do not. */
  private Primitive compile(Key key) {
    Primitive compiled =
        primitives.computeIfAbsent(
            key,
            absent -> {
              Primitive fresh = Primitive.compile(absent.spec, absent.threads);
              fresh.touch(misses.incrementAndGet());
              return fresh;
            });
    while (primitives.size() > capacity) {
      evictOldest();
    }
    return compiled;
  }

  private void evictOldest() {
    primitives.entrySet().stream()
        .min(Comparator.comparingLong(entry -> entry.getValue().lastUse()))
        .filter(oldest -> primitives.remove(oldest.getKey(), oldest.getValue()))
        .ifPresent(oldest -> oldest.getValue().retire());
  }
}
