package dev.weir.train;

import dev.weir.runtime.Session;
import dev.weir.train.epoch.EpochNumber;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Saves the variables of a model to a series of checkpoints, and restores them: {@link Saver} by
 * way of this process, {@link TaskSaver} where the variables are.
 */
public interface ModelSaver extends AutoCloseable {
  /** Saves all variables and waits until that is done. Returns the checkpoint's prefix. */
  default Path save(Session session, long step) {
    return save(session, step, EpochNumber.NONE);
  }

  /**
   * Saves all variables as they are in an epoch; fails with {@code ABORTED} if a task that holds
   * some is in another one, or if the checkpoints are claimed by another chief than this process as
   * the one of that epoch.
   */
  Path save(Session session, long step, EpochNumber epoch);

  /** The last checkpoint; empty if there is none. */
  Optional<Path> latest();

  /** Restores all variables from the latest checkpoint that is whole; empty if there is none. */
  default Optional<Saver.Restored> restoreLatest(Session session) {
    return restoreLatest(session, EpochNumber.NONE);
  }

  /** Restores all variables in an epoch that has begun and is not finished. */
  Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch);

  /** The last epoch that claimed the checkpoints; none if there was no such. */
  EpochNumber claimed();

  /** Whether this process, as the chief of an epoch, has the claim on the checkpoints. */
  default boolean isClaimedBy(EpochNumber epoch) {
    return claimed().equals(epoch);
  }

  /**
   * Claims the checkpoints for the chief of an epoch: from now on the chiefs of earlier ones can
   * neither save nor delete any. Fails with {@code ABORTED} if a later one has claimed them.
   */
  void claim(EpochNumber epoch);

  @Override
  void close();
}
