package dev.weir.cluster.internal.worker;

/**
 * How much masters may have a worker keep.
 *
 * @param sessions in which it takes part
 * @param graphs registered in one session; masters of Weir give back the graphs of steps that were
 *     not used for long before that
 * @param steps that are not over
 */
public record WorkerLimits(int sessions, int graphs, int steps) {
  /** More than any cluster needs. */
  public static final WorkerLimits STANDARD = new WorkerLimits(10_000, 20_000, 100_000);
}
