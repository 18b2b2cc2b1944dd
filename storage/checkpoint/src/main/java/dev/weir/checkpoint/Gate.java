package dev.weir.checkpoint;

import java.io.IOException;

/** What every change that others see must pass: it may be refused there. */
interface Gate {
  /** Lets everything through. */
  Gate OPEN =
      new Gate() {
        @Override
        public void let(Passage passage) throws IOException {
          passage.pass();
        }

        @Override
        public void check() {}
      };

  /** Does something that must not be interrupted by another owner of the folder. */
  @FunctionalInterface
  interface Passage {
    void pass() throws IOException;
  }

  /** Lets a passage through, or fails with the reason why not. */
  void let(Passage passage) throws IOException;

  /**
   * Fails if a passage that was let through must not go on. To be called right before each rename
   * and each deletion: a process that was stopped inside finds out here that it was replaced.
   */
  void check();
}
