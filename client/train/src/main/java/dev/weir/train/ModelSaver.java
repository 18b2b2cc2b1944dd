package dev.weir.train;

import dev.weir.runtime.Session;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Saves the variables of a model to a series of checkpoints, and restores them: {@link Saver} by
 * way of this process, {@link TaskSaver} where the variables are.
 */
public interface ModelSaver extends AutoCloseable {
  /** Saves all variables and waits until that is done. Returns the checkpoint's prefix. */
  Path save(Session session, long step);

  /** The last checkpoint; empty if there is none. */
  Optional<Path> latest();

  /** Restores all variables from the latest checkpoint that is whole; empty if there is none. */
  Optional<Saver.Restored> restoreLatest(Session session);

  @Override
  void close();
}
