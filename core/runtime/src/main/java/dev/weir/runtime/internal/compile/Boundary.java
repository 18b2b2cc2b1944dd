package dev.weir.runtime.internal.compile;

/** How feeds enter a step and fetches leave it. */
public enum Boundary {
  /** As the arguments and results of a call in this process. */
  ARGUMENTS,
  /**
   * Through the rendezvous of the device they belong to, one by one: for clients of other processes
   * and for partial runs.
   */
  RENDEZVOUS
}
