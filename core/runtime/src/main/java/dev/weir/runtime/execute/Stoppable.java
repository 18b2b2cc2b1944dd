package dev.weir.runtime.execute;

import dev.weir.error.WeirException;

/** Something that runs and can be stopped: a step in this process or in a cluster. */
public interface Stoppable {
  /** Ends it as soon as possible; the first cause stays. */
  void abort(WeirException cause);

  /** What it is doing at this moment, for people. */
  String whereabouts();
}
