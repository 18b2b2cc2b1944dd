package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.memory.Allocator;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Whether all tensors were given back. */
public final class Leaks {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Tiny tensors are cut from slabs that the garbage collector gives back, some time. */
  private static final long SLABS = 1 << 17;

  private Leaks() {}

  /**
   * What the shared allocator has in use when nothing that earlier tests dropped can come back any
   * more: tests whose tasks use it start to count from there.
   */
  public static long settled() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long before;
    long now = Allocator.shared().usage().inUse();
    do {
      before = now;
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      now = Allocator.shared().usage().inUse();
    } while (now < before && System.nanoTime() - deadline < 0);
    return now;
  }

  /** Fails if an allocator that a test owns does not get back all but this many bytes. */
  public static void assertInUse(Allocator allocator, long bytes) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (allocator.usage().inUse() > bytes + SLABS && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(allocator.usage().inUse()).as("bytes in use").isLessThanOrEqualTo(bytes + SLABS);
  }
}
