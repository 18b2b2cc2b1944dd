package dev.weir.bench.cluster;

import dev.weir.tensor.Tensor;

/** A client's session with a cluster that is measured. */
public interface ClientSession extends AutoCloseable {
  /** Runs a step for the effect of a node; what can be prepared for it was prepared before. */
  @FunctionalInterface
  interface Step {
    void run();
  }

  /** A step for the effect of a node, for one thread; it ends with the session. */
  Step prepare(String target);

  /** What an endpoint is now. */
  Tensor fetch(String endpoint);

  @Override
  void close();
}
