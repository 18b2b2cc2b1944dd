package dev.weir.runtime.internal.execute;

import org.jspecify.annotations.Nullable;

/** What is known of a loop before it runs; the root frame is everything outside of loops. */
final class FrameInfo {
  /** Stands in until a node's frame is known. */
  static final FrameInfo ROOT = new FrameInfo("", null, 1);

  final String name;
  final @Nullable FrameInfo parent;
  final int parallelIterations;

  /** The nodes in it, by their local position. */
  PlanNode[] nodes = {};

  /** How many inputs its nodes have together. */
  int inputCount;

  /** How many values enter it. */
  int enters;

  FrameInfo(String name, @Nullable FrameInfo parent, int parallelIterations) {
    this.name = name;
    this.parent = parent;
    this.parallelIterations = parallelIterations;
  }

  /** The counts of inputs to wait for, by local position, as an iteration starts with them. */
  int[] initialDependencies() {
    int[] counts = new int[nodes.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = nodes[i].dependencies;
    }
    return counts;
  }
}
