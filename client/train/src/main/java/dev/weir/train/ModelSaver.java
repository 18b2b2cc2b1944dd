package dev.weir.train;

import dev.weir.runtime.Session;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Saves the variables of a model to a series of checkpoints, and restores them: {@link Saver} by
 * way of this process, {@link TaskSaver} where the variables are.
 */
public interface ModelSaver extends AutoCloseable {
  /** Saves all variables and waits until that is done. Returns the checkpoint's prefix. */
  default Path save(Session session, long step) {
    return save(session, step, EpochNumber.NONE);
  }

  /** Saves all variables with a measure by which the best checkpoints are kept. */
  default Path save(Session session, long step, OptionalDouble measure) {
    return save(session, step, measure, EpochNumber.NONE);
  }

  /** Saves all variables as they are in an epoch. */
  default Path save(Session session, long step, EpochNumber epoch) {
    return save(session, step, OptionalDouble.empty(), epoch);
  }

  /**
   * Saves all variables as they are in an epoch; fails with {@code ABORTED} if a task that holds
   * some is in another epoch, or if another process, or this one in another epoch, has claimed the
   * checkpoints.
   */
  Path save(Session session, long step, OptionalDouble measure, EpochNumber epoch);

  /** Reads all variables and writes them in the background, if this saver can; else it waits. */
  default void saveSoon(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
    Path unused = save(session, step, measure, epoch);
  }

  /** Throws the failure of the last save in the background, once; does not wait for a save. */
  default void checkLast() {}

  /** Waits for the save in the background, if there is one, and throws its failure. */
  default void finish() {}

  /** The last checkpoint; empty if there is none. */
  Optional<Path> latest();

  /** Restores all variables from the latest checkpoint that is whole; empty if there is none. */
  default Optional<Saver.Restored> restoreLatest(Session session) {
    return restoreLatest(session, EpochNumber.NONE);
  }

  /** Restores all variables in an epoch that has begun and is not finished. */
  Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch);

  /** The last epoch that claimed the checkpoints; none if no epoch did. */
  EpochNumber claimed();

  /** Whether this process holds the claim on the checkpoints, as the chief of an epoch. */
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
