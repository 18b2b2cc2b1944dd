package dev.weir.cluster.internal.grpc;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The calls that a task serves, looked at a few times in the time that a peer has to make progress,
 * so that a hung or hostile peer holds no resources. Thread-safe.
 */
final class OpenCalls {
  private static final int LOOKS = 8;

  /** Between two looks, this much later than planned means that this process did not run. */
  private static final long STALLED_NANOS = Duration.ofSeconds(5).toNanos();

  private final Set<CallProgress> calls = ConcurrentHashMap.newKeySet();
  private final long limitNanos;
  private long lastLookNanos = System.nanoTime();

  OpenCalls(Duration limit) {
    this.limitNanos = limit.toNanos();
  }

  /** Looks after calls until the threads end. */
  void start(EventLoopGroup loops) {
    long pause = Math.max(1, limitNanos / LOOKS);
    var unused =
        loops
            .next()
            .scheduleWithFixedDelay(
                () -> look(System.nanoTime(), pause), pause, pause, TimeUnit.NANOSECONDS);
  }

  private void look(long now, long pause) {
    boolean didNotRun = now - lastLookNanos > pause + STALLED_NANOS;
    lastLookNanos = now;
    for (CallProgress call : calls) {
      if (didNotRun) {
        call.excuse(now);
      } else {
        call.check(now, limitNanos);
      }
    }
  }

  void add(CallProgress call) {
    calls.add(call);
    if (call.isClosed()) {
      calls.remove(call); // it was closed before it could be removed
    }
  }

  void remove(CallProgress call) {
    call.closed();
    calls.remove(call);
  }

  /** How many there are. */
  int size() {
    return calls.size();
  }
}
