package dev.weir.train.session;

import dev.weir.runtime.Session;

/**
 * Opens sessions on a model's graph: one when training begins, and another whenever the one before
 * was lost with a task.
 */
@FunctionalInterface
public interface SessionSource {
  /** Opens a session that is the caller's to close. */
  Session open();
}
