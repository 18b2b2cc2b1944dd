package dev.weir.checkpoint;

import dev.weir.graph.kernel.ParallelFor;
import java.util.stream.LongStream;

/** Loops on the threads every JVM has, for callers outside of a step. */
final class CommonPool implements ParallelFor {
  static final ParallelFor INSTANCE = new CommonPool();

  private CommonPool() {}

  @Override
  public void forRange(long total, long grain, Range body) {
    long parts = Math.clamp(total / Math.max(1, grain), 1, 4L * threads());
    if (parts == 1) {
      body.run(0, total);
      return;
    }
    LongStream.range(0, parts)
        .parallel()
        .forEach(i -> body.run(total * i / parts, total * (i + 1) / parts));
  }

  @Override
  public int threads() {
    return Runtime.getRuntime().availableProcessors();
  }
}
