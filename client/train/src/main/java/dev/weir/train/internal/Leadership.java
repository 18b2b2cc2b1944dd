package dev.weir.train.internal;

import static java.util.Objects.requireNonNull;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.train.EpochNumber;
import dev.weir.train.ModelSaver;
import dev.weir.train.Saver;
import dev.weir.train.TrainingClock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leadership of a training, as one worker sees it: which epoch its steps belong to, whether it
 * is the chief of that epoch, and what a chief does. A chief claims the checkpoints, begins an
 * epoch on all tasks, restores them, finishes the epoch, and sends heartbeats until it closes it.
 */
final class Leadership {
  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final ModelState model;
  private final Epochs epochs;
  private final Candidacy candidacy;
  private final TrainingIdentity identity;
  private final @Nullable ModelSaver saver;
  private final TrainingClock clock;
  private final ChiefWatch watch;
  private final int variables;
  private @Nullable Heartbeat heartbeat;
  private EpochNumber epoch = EpochNumber.NONE;

  /** Whether the epoch has begun on all tasks, as far as this worker knows. */
  private boolean hasBegun;

  private boolean isChief;

  /** Whether this process has been the chief, or has tried to. */
  private boolean wasChief;

  /** Whether the values are, or may be, half restored by this worker. */
  private boolean isRestoring;

  /** The claim on the checkpoints because of which tasks were looked for again. */
  private EpochNumber doubted = EpochNumber.NONE;

  Leadership(
      ModelState model,
      Candidacy candidacy,
      TrainingIdentity identity,
      @Nullable ModelSaver saver,
      ChiefWatch watch,
      TrainingClock clock) {
    this.model = model;
    this.epochs = model.epochs();
    this.candidacy = candidacy;
    this.identity = identity;
    this.saver = saver;
    this.watch = watch;
    this.clock = clock;
    this.variables = model.variables().size();
    this.isChief = candidacy.isAppointed();
  }

  /** Whether this worker is the chief now. */
  boolean isChief() {
    return isChief;
  }

  /** Whether this process has been the chief, or has tried to. */
  boolean wasChief() {
    return wasChief;
  }

  /** Whether the values may be half restored by this worker. */
  boolean isRestoring() {
    return isRestoring;
  }

  /** The epoch of the steps of this worker. */
  EpochNumber epoch() {
    return epoch;
  }

  /** Trains in an epoch that another has begun. */
  void join(EpochNumber other) {
    epoch = other;
    hasBegun = true;
  }

  /** Yields to the chief of a later epoch, if there is one. */
  void yieldToLater(EpochView view) {
    EpochNumber successor = view.latest();
    if (!isChief || epoch.isNone() || successor.compareTo(epoch) <= 0) {
      return;
    }
    if (candidacy.isAppointed()) {
      throw WeirException.failedPrecondition(
          "this chief of epoch %s was replaced: another chief has begun epoch %s; stop one of them,"
              + " or let them elect one",
          epoch, successor);
    }
    LOG.warn("epoch {} has begun: this worker is not the chief any more", successor);
    stopHeartbeat();
    isChief = false;
    isRestoring = false;
  }

  /** Whether this worker is the chief of the epoch that all tasks are in, and may save it. */
  boolean holds(EpochView view) {
    boolean isCurrent = isChief && !isRestoring && view.isAgreed() && view.latest().equals(epoch);
    return isCurrent && hasCheckpoints();
  }

  /**
   * Whether the chief may save what it trains. If not, a candidate has claimed the checkpoints and
   * died before it began an epoch, the claim was deleted, or another training uses the folder.
   */
  private boolean hasCheckpoints() {
    if (saver == null || saver.isClaimedBy(epoch)) {
      return true;
    }
    EpochNumber claimed = saver.claimed();
    if (candidacy.isAppointed() && claimed.compareTo(epoch) >= 0) {
      throw WeirException.failedPrecondition(
          "this chief of epoch %s cannot save any more: another process has claimed its checkpoints"
              + " for epoch %s; stop one of them, or give each a folder of its own",
          epoch, claimed);
    }
    LOG.warn(
        "the checkpoints are claimed by epoch {}, not by epoch {}: this chief begins another one",
        claimed,
        epoch);
    return false;
  }

  /**
   * Begins an epoch: with the values the tasks have if they are whole and of this training, else
   * with those of the latest checkpoint. Returns whether it did: there may be no room to claim the
   * checkpoints.
   *
   * @param hasTrained whether this process has trained on these tasks
   */
  boolean begin(
      Session open, EpochView view, List<String> missing, boolean hasTrained, Waiting waiting) {
    EpochNumber claimed = identity.claimed();
    EpochNumber before = view.latest();
    boolean isOwn = identity.owner(view, claimed, hasTrained) == TrainingIdentity.Owner.THIS;
    boolean isWhole = view.isAgreed() && missing.isEmpty() && !view.isClosed();
    boolean goesOn = isOwn && !isRestoring && isWhole && !isBehind(claimed, before);
    if (!goesOn && hasTrained && !missing.isEmpty()) {
      LOG.warn("{} of {} variables have lost their values", missing.size(), variables);
    }
    EpochNumber floor = claimed.compareTo(before) > 0 ? claimed : before;
    EpochNumber next = candidacy.next(floor);
    if (!claims(next, waiting)) {
      return false;
    }
    stopHeartbeat();
    epoch = next;
    isChief = true;
    wasChief = true;
    isRestoring = !goesOn;
    hasBegun = false;
    EpochNumber after = goesOn ? before : EpochNumber.NONE;
    epochs.begin(open, epoch, after, identity.id(), waiting.options());
    hasBegun = true;
    startHeartbeat(open); // a restore takes longer than others wait for a chief that is silent
    if (goesOn) {
      LOG.info("epoch {} goes on with the values of epoch {}", epoch, before);
    } else {
      awaitEarlierSteps(open, waiting);
      restore(open, waiting.options());
    }
    epochs.finish(open, epoch, waiting.options());
    isRestoring = false;
    return true;
  }

  /**
   * Whether the checkpoints are of a later epoch than tasks are in: these tasks were replaced, and
   * run all the same, or a candidate has claimed and not begun. The first time this fails with
   * {@code ABORTED}, so that tasks are looked for again. If they are the same, their values are not
   * gone on with.
   */
  private boolean isBehind(EpochNumber claimed, EpochNumber before) {
    boolean isOwnAttempt = !hasBegun && claimed.equals(epoch);
    if (isOwnAttempt || claimed.compareTo(before) <= 0) {
      return false;
    }
    if (!claimed.equals(doubted)) {
      doubted = claimed;
      throw new WeirException(
          ErrorCode.ABORTED,
          "the checkpoints are claimed by epoch "
              + claimed
              + ", but tasks are in epoch "
              + before
              + ": they may have been replaced, and are looked for again");
    }
    return true;
  }

  /** Claims the checkpoints for an epoch; false if there is no room for that now. */
  private boolean claims(EpochNumber next, Waiting waiting) {
    if (saver == null) {
      return true;
    }
    try {
      saver.claim(next);
      return true;
    } catch (WeirException e) {
      if (e.code() != ErrorCode.RESOURCE_EXHAUSTED) {
        throw e;
      }
      waiting.note("the checkpoints cannot be claimed: " + e.getMessage());
      LOG.warn("epoch {} does not begin yet: {}", next, e.getMessage());
      return false;
    }
  }

  /** Steps of earlier epochs that run already may still write; they end or are ended soon. */
  private void awaitEarlierSteps(Session open, Waiting waiting) {
    EpochView view = watch.look(open, waiting.options());
    while (view.earlierSteps() > 0) {
      waiting.note(view.earlierSteps() + " steps of earlier epochs still run");
      waiting.pause();
      view = watch.look(open, waiting.options());
    }
  }

  /**
   * Gives variables their values in a session that the caller has opened: those of the latest
   * checkpoint, or, if there is none, initial values to those that have no value.
   */
  void fill(Session open, List<String> missing, RunOptions options) {
    if (saver != null && saver.latest().isPresent()) {
      restoreWithoutEpoch(open, options);
      return;
    }
    Runner runner = open.runner().options(options);
    missing.forEach(
        name -> runner.addTarget(requireNonNull(model.variables().get(name)).initializer()));
    runner.run();
    LOG.debug("gave {} of {} variables their initial values", missing.size(), variables);
  }

  /** Restores or initializes all variables where there are no epochs. */
  void restoreWithoutEpoch(Session open, RunOptions options) {
    isRestoring = true;
    restore(open, options);
    isRestoring = false;
  }

  private void restore(Session open, RunOptions options) {
    Optional<Saver.Restored> restored =
        saver == null ? Optional.empty() : saver.restoreLatest(open, epoch);
    if (restored.isPresent()) {
      LOG.info(
          "restored {} variables from {}, epoch {}", variables, restored.get().prefix(), epoch);
    } else {
      epochs.feed(open.runner().options(options), epoch).addTarget(model.initializer()).run();
      LOG.info("gave {} variables their initial values, epoch {}", variables, epoch);
    }
  }

  /** Closes the epoch on all tasks, if this worker is the chief: the training is over. */
  void closeEpoch(Session open, RunOptions options) {
    if (isChief && !epochs.isEmpty() && !epoch.isNone()) {
      epochs.close(open, epoch, options);
    }
  }

  /** Starts to send heartbeats, if this worker is the chief. */
  void startHeartbeat(Session open) {
    if (isChief && heartbeat == null && !epochs.isEmpty()) {
      heartbeat = Heartbeat.start(epochs, open, epoch, candidacy.heartbeat(), clock);
    }
  }

  /** Fails with {@code ABORTED} if a task has refused a heartbeat of this chief. */
  void checkHeartbeat() {
    Heartbeat beating = heartbeat;
    if (beating != null) {
      beating.check();
    }
  }

  void stopHeartbeat() {
    Heartbeat beating = heartbeat;
    heartbeat = null;
    if (beating != null) {
      beating.close();
    }
  }
}
