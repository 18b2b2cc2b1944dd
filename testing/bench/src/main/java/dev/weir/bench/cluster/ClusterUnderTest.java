package dev.weir.bench.cluster;

/** A running cluster with a ps and a worker job, a process for each task. Closing ends them all. */
public interface ClusterUnderTest extends AutoCloseable {
  /** A session for a serialized {@code GraphDef}, whose master is this worker. */
  ClientSession connect(int worker, byte[] graphDef);

  /**
   * How long JIT compilers have worked in its processes, in nanoseconds; 0 where there are none.
   */
  default long compilationNanos() {
    return 0;
  }

  @Override
  void close();
}
