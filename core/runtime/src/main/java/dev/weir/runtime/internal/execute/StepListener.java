package dev.weir.runtime.internal.execute;

import dev.weir.graph.Node;

/** Is told about every node that was run, on the thread that ran it. */
public interface StepListener {
  /**
   * A node was run.
   *
   * @param provider whose kernel it was
   * @param startNanos {@link System#nanoTime} when it started
   * @param endNanos and when it was done
   * @param outputBytes bytes of its outputs
   */
  void ran(
      String device, Node node, String provider, long startNanos, long endNanos, long outputBytes);
}
