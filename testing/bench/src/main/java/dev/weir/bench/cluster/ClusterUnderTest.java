package dev.weir.bench.cluster;

/** A running cluster with a ps and a worker job, a process for each task. Closing ends them all. */
public interface ClusterUnderTest extends AutoCloseable {
  /** A session for a serialised {@code GraphDef}, whose master is this worker. */
  ClientSession connect(int worker, byte[] graphDef);

  @Override
  void close();
}
