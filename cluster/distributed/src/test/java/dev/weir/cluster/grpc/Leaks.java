package dev.weir.cluster.grpc;

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

  /** The other end may still be about to release what it sent. */
  public static void assertInUse(long bytes) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (Allocator.shared().usage().inUse() > bytes + SLABS && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(Allocator.shared().usage().inUse())
        .as("bytes in use")
        .isLessThanOrEqualTo(bytes + SLABS);
  }
}
