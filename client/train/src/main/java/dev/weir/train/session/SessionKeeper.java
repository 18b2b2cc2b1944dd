package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.Model;
import dev.weir.train.epoch.EpochNumber;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the session of a training: opens it, opens another after a loss, and hands it out only once
 * all tasks that hold variables are in the same finished epoch, which is of this training. If this
 * worker is the chief, it begins that epoch.
 *
 * <p>A worker joins an epoch by whose it is ({@link TrainingIdentity}) and whether its chief has
 * closed it:
 *
 * <table>
 * <caption>what a worker does that finds all tasks in one epoch, and is not the chief of it</caption>
 * <tr><th>the epoch is of</th><th>open</th><th>closed</th></tr>
 * <tr><td>this training</td><td>joins it</td><td>joins it: the training is over. If the hooks of a
 * worker that has just started do not say so, too, the training is to go on: it does not join, and
 * waits for a chief or becomes one</td></tr>
 * <tr><td>another training</td><td>waits until it is elected</td><td rowspan="2">waits for a chief
 * or becomes one, as if there had been none</td></tr>
 * <tr><td>one that cannot be told</td><td>joins it</td></tr>
 * </table>
 */
final class SessionKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(SessionKeeper.class);

  /**
   * What a step fails with when a task is gone, cannot be reached, or is in another epoch; also
   * opening and preparing a session, while tasks are still starting.
   */
  private static final Set<ErrorCode> LOSS =
      Set.of(ErrorCode.ABORTED, ErrorCode.UNAVAILABLE, ErrorCode.DEADLINE_EXCEEDED);

  private static final Duration LONGEST_END = Duration.ofMinutes(2);

  private final Model model;
  private final SessionSource source;
  private final TrainingClock clock;
  private final Readiness readiness;
  private final TrainingIdentity identity;
  private final Candidacy candidacy;
  private final ChiefWatch watch;
  private final Leadership leadership;
  private @Nullable Session session;
  private StopSignal stop;
  private RetryPolicy patience;

  /** Whether this worker has trained with the values the tasks have, or with their predecessors. */
  private boolean wasReady;

  /** Whether this worker has joined an epoch that was closed before it had trained at all. */
  private boolean isAfterEnd;

  /** A closed epoch after which this training goes on. */
  private EpochNumber passed = EpochNumber.NONE;

  SessionKeeper(
      Model model,
      SessionSource source,
      Candidacy candidacy,
      TrainingIdentity identity,
      Leadership leadership,
      ChiefWatch watch,
      RetryPolicy patience,
      TrainingClock clock,
      StopSignal stop) {
    this.model = model;
    this.source = source;
    this.patience = patience;
    this.clock = clock;
    this.stop = stop;
    this.candidacy = candidacy;
    this.identity = identity;
    this.leadership = leadership;
    this.watch = watch;
    this.readiness = new Readiness(model);
  }

  boolean isOpen() {
    return session != null;
  }

  /** Whether this worker is the chief now. */
  boolean isChief() {
    return leadership.isChief();
  }

  /** How long it waits for tasks now. */
  RetryPolicy patience() {
    return patience;
  }

  /**
   * Training is complete. From now on tasks that are gone are waited for although it is to stop,
   * since what is left to do, the last save, is what it was for; but not for as long.
   */
  void complete() {
    stop = new StopSignal(clock);
    if (patience.deadline().compareTo(LONGEST_END) > 0) {
      patience = patience.until(LONGEST_END);
    }
  }

  /** The epoch of the steps of this session. */
  EpochNumber epoch() {
    return leadership.epoch();
  }

  Session session() {
    Session open = session;
    if (open == null) {
      throw WeirException.failedPrecondition("the training session is closed");
    }
    return open;
  }

  /** Opens a session; returns when steps can run in it, fails when that takes too long. */
  void open() {
    Waiting waiting = new Waiting(patience, clock, stop, isChief());
    isAfterEnd = false;
    boolean isReady = false;
    try {
      while (!isReady) {
        isReady = isReady(waiting);
        if (!isReady) {
          waiting.pause();
        }
      }
    } finally {
      if (!isReady) {
        drop();
      }
    }
    wasReady = true;
    leadership.startHeartbeat(session());
  }

  /** Leaves the lead to others: this worker will not train any more. */
  void standDown() {
    leadership.stopHeartbeat();
    candidacy.standDown();
  }

  private boolean isReady(Waiting waiting) {
    try {
      Session open = session;
      if (open == null) {
        open = source.open();
        session = open;
      }
      List<String> missing = readiness.missing(open, waiting.options());
      return model.epochs().isEmpty()
          ? isSettled(open, missing, waiting)
          : isInEpoch(open, missing, waiting);
    } catch (WeirException e) {
      drop();
      if (!LOSS.contains(e.code())) {
        throw e;
      }
      waiting.note(e);
      return false;
    }
  }

  /** Where only this process has the variables, there are no epochs: values are there or not. */
  private boolean isSettled(Session open, List<String> missing, Waiting waiting) {
    waiting.note(missing);
    boolean isWhole = missing.isEmpty() && !leadership.isRestoring();
    if (!isChief() || (wasReady && isWhole)) {
      return missing.isEmpty();
    }
    leadership.restoreWithoutEpoch(open, waiting.options());
    return true;
  }

  private boolean isInEpoch(Session open, List<String> missing, Waiting waiting) {
    EpochView view = watch.look(open, waiting.options());
    leadership.yieldToLater(view);
    if (missing.isEmpty() && leadership.holds(view)) {
      LOG.info("all {} variables still have their values", readiness.variables());
      return true;
    }
    if (isChief()) {
      return leadership.begin(open, view, missing, wasReady, waiting);
    }
    Optional<String> obstacle = obstacle(view);
    boolean isAfterAnother = obstacle.isPresent() && view.isAgreed() && view.isClosed();
    Election.Sighting seen =
        isAfterAnother
            ? watch.sightingAfterEnd(leadership.wasChief())
            : watch.sighting(leadership.wasChief());
    if (candidacy.isElected(seen)) {
      return leadership.begin(open, view, missing, wasReady, waiting);
    }
    if (!missing.isEmpty()) {
      waiting.note(missing);
      return false;
    }
    if (obstacle.isPresent()) {
      waiting.note(obstacle.get());
      return false;
    }
    isAfterEnd = view.isClosed() && !wasReady;
    leadership.join(view.latest());
    return true;
  }

  /** Why a worker does not join the epoch that tasks are in; empty if it does. */
  private Optional<String> obstacle(EpochView view) {
    if (!view.isAgreed()) {
      return Optional.of("tasks are in different epochs: " + view);
    }
    TrainingIdentity.Owner owner = owner(view);
    boolean isJoined =
        switch (owner) {
          case THIS -> !view.latest().equals(passed);
          case OTHER -> false;
          case UNKNOWN -> !view.isClosed();
        };
    if (isJoined) {
      return Optional.empty();
    }
    String epoch =
        "epoch "
            + view.latest()
            + (owner == TrainingIdentity.Owner.OTHER
                ? ", of another training (all workers of one see the same folder of checkpoints)"
                : "");
    return Optional.of(
        view.isClosed()
            ? "tasks are in " + epoch + ", which is over; no chief has begun another"
            : "tasks are in " + epoch);
  }

  private TrainingIdentity.Owner owner(EpochView view) {
    return identity.owner(view, identity.claimed(), wasReady);
  }

  /** Whether the training had ended before this worker started. */
  boolean isAfterEnd() {
    return isAfterEnd;
  }

  /** Does not join the epoch of this session again: it is closed, and the training goes on. */
  void passEnd() {
    passed = epoch();
  }

  /**
   * Looks after the chief between two steps: a worker that is elected takes over, a chief that was
   * replaced fails with {@code ABORTED}.
   */
  void tend() {
    leadership.checkHeartbeat();
    if (session != null
        && !isChief()
        && !model.epochs().isEmpty()
        && candidacy.mayLead()
        && watch.isDue(candidacy.heartbeat())) {
      lookForChief();
    }
  }

  /**
   * Looks for the chief, and takes over if this worker is elected.
   *
   * @return whether the chief has said that the training is over
   */
  boolean lookForChief() {
    Session open = session();
    Waiting waiting = new Waiting(patience, clock, stop, false);
    EpochView view = watch.look(open, waiting.options());
    boolean isOver =
        view.isAgreed() && view.isClosed() && owner(view) != TrainingIdentity.Owner.OTHER;
    if (!isOver && candidacy.isElected(watch.sighting(leadership.wasChief()))) {
      LOG.warn("no heartbeat of the chief of epoch {}: this worker takes over", view.latest());
      List<String> missing = readiness.missing(open, waiting.options());
      if (!leadership.begin(open, view, missing, wasReady, waiting)) {
        watch.reset(); // trains on, and tries again when the chief was silent for as long once more
      }
    }
    return isOver;
  }

  /** Says on all tasks that the training is over. */
  void closeEpoch() {
    leadership.closeEpoch(session(), RunOptions.DEFAULT.withDeadline(patience.deadline()));
  }

  /**
   * Whether a failure means that the session is lost: a task is gone, has lost its variables, or is
   * in another epoch.
   */
  boolean isLoss(WeirException failure) {
    if (failure.code() != ErrorCode.FAILED_PRECONDITION) {
      return LOSS.contains(failure.code());
    }
    try {
      return session != null
          && !readiness
              .missing(session, RunOptions.DEFAULT.withDeadline(patience.deadline()))
              .isEmpty();
    } catch (WeirException e) {
      failure.addSuppressed(e);
      return LOSS.contains(e.code());
    }
  }

  /** Closes the session, if there is one. */
  void drop() {
    leadership.stopHeartbeat();
    watch.reset();
    Session open = session;
    session = null;
    if (open != null) {
      try {
        open.close();
      } catch (WeirException e) {
        LOG.warn("a session that is given up could not be closed: {}", e.getMessage());
      }
    }
  }
}
