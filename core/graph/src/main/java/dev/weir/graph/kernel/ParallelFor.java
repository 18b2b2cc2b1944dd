package dev.weir.graph.kernel;

/** Runs loops on several cores. The calling thread does its share and returns when all is done. */
public interface ParallelFor {
  /** A part of a loop. */
  @FunctionalInterface
  interface Range {
    void run(long from, long to);
  }

  /**
   * Runs {@code body} over {@code [0, total)} in disjoint ranges of at least {@code grain}, so that
   * a range is worth handing to another core (some ten microseconds).
   */
  void forRange(long total, long grain, Range body);

  /** How many cores may be used. */
  int threads();
}
