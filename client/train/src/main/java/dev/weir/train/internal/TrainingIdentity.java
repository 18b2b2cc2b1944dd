package dev.weir.train.internal;

import dev.weir.train.EpochNumber;
import dev.weir.train.ModelSaver;
import dev.weir.train.internal.epoch.TrainingId;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the epoch that tasks are in is of this training. Its name decides, if it has one,
 * and the folder of checkpoints: a chief claims the folder before it begins an epoch, so an epoch
 * later than the folder's claim is of a training in another folder, and so is any epoch if the
 * folder was never claimed.
 */
final class TrainingIdentity {
  /** Whose epoch it is. */
  enum Owner {
    /** This training's. */
    THIS,

    /** Another training's. */
    OTHER,

    /** There is neither a name nor a folder to tell by. */
    UNKNOWN
  }

  private final TrainingId id;
  private final @Nullable ModelSaver saver;

  TrainingIdentity(TrainingId id, @Nullable ModelSaver saver) {
    this.id = id;
    this.saver = saver;
  }

  TrainingId id() {
    return id;
  }

  /** The last epoch that claimed the checkpoints; none if there are none. */
  EpochNumber claimed() {
    return saver == null ? EpochNumber.NONE : saver.claimed();
  }

  /**
   * Whose the latest epoch is. The claim must be read after the epoch.
   *
   * @param claimed the last claim on the checkpoints
   * @param hasTrained whether this process has trained on these tasks: then its training has been
   *     there, and a later claim is of a candidate that has not begun its epoch, or of other tasks
   */
  Owner owner(EpochView view, EpochNumber claimed, boolean hasTrained) {
    EpochNumber latest = view.latest();
    if (latest.isNone()) {
      return Owner.UNKNOWN;
    }
    boolean isNamedOtherwise = !id.isNone() && !id.equals(view.training());
    boolean isLaterThanClaim = !claimed.isNone() && claimed.compareTo(latest) < 0;
    if (isNamedOtherwise || isLaterThanClaim) {
      return Owner.OTHER;
    }
    if (claimed.equals(latest) || hasTrained || !id.isNone()) {
      return Owner.THIS;
    }
    return saver == null ? Owner.UNKNOWN : Owner.OTHER;
  }
}
