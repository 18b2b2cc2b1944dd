package dev.weir.train.internal;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.Election;
import dev.weir.train.EpochNumber;
import dev.weir.train.ModelSaver;
import dev.weir.train.RetryPolicy;
import dev.weir.train.TrainingClock;
import dev.weir.train.internal.epoch.TrainingId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
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
 * <tr><td>this training</td><td>joins it</td><td>joins it: the training is over. If no listener of a
 * worker that has just started stops, the training is to go on: the worker leaves the epoch, and
 * waits for a chief or becomes one</td></tr>
 * <tr><td>another training</td><td>waits until it is elected</td><td rowspan="2">waits for a chief
 * or becomes one, as if there had been none</td></tr>
 * <tr><td>an unknown training</td><td>joins it</td></tr>
 * </table>
 */
public final class SessionKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(SessionKeeper.class);

  /**
   * What a step fails with when a task is gone, cannot be reached, or is in another epoch; also
   * opening and preparing a session, while tasks are still starting.
   */
  private static final Set<ErrorCode> LOSS =
      Set.of(ErrorCode.ABORTED, ErrorCode.UNAVAILABLE, ErrorCode.DEADLINE_EXCEEDED);

  private static final Duration LONGEST_END = Duration.ofMinutes(2);

  /**
   * Where the sessions come from, and which part this process has in the training.
   *
   * @param source opens a session
   * @param isGiven whether the session was open before: it is not closed, and values in it are kept
   * @param isRemote whether a session can be lost with a task
   * @param isChief whether this process is the chief, unless there is an election
   * @param election decides who the chief is; null if roles are fixed
   * @param name of the training; empty if it has none
   */
  public record Settings(
      Supplier<Session> source,
      boolean isGiven,
      boolean isRemote,
      boolean isChief,
      @Nullable Election election,
      String name,
      RetryPolicy retries,
      TrainingClock clock,
      RandomGenerator random) {}

  private final Epochs epochs;
  private final Settings settings;
  private final TrainingClock clock;
  private final Readiness readiness;
  private final TrainingIdentity identity;
  private final Candidacy candidacy;
  private final ChiefWatch watch;
  private final Leadership leadership;
  private final StopSignal stop;
  private @Nullable Session session;

  /** Ends waits. Not the signal of the training any more once that is complete. */
  private StopSignal waitStop;

  private RetryPolicy retries;

  /** Whether this worker has trained with the values the tasks have, or with their predecessors. */
  private boolean wasReady;

  /** Whether this worker has joined an epoch that was closed before it had trained at all. */
  private boolean isAfterEnd;

  /** A closed epoch after which this training goes on. */
  private EpochNumber passed = EpochNumber.NONE;

  private SessionKeeper(
      ModelState model,
      Settings settings,
      Candidacy candidacy,
      TrainingIdentity identity,
      Leadership leadership,
      ChiefWatch watch) {
    this.epochs = model.epochs();
    this.settings = settings;
    this.retries = settings.retries();
    this.clock = settings.clock();
    this.stop = new StopSignal(clock);
    this.waitStop = stop;
    this.candidacy = candidacy;
    this.identity = identity;
    this.leadership = leadership;
    this.watch = watch;
    this.readiness = new Readiness(model);
  }

  /**
   * A keeper without a session.
   *
   * @param saver the checkpoints of the training; null if it has none
   */
  public static SessionKeeper of(ModelState model, @Nullable ModelSaver saver, Settings settings) {
    Candidacy candidacy = new Candidacy(settings.isChief(), settings.election(), settings.random());
    TrainingIdentity identity = new TrainingIdentity(TrainingId.of(settings.name()), saver);
    ChiefWatch watch = new ChiefWatch(model.epochs(), settings.clock());
    Leadership leadership =
        new Leadership(model, candidacy, identity, saver, watch, settings.clock());
    return new SessionKeeper(model, settings, candidacy, identity, leadership, watch);
  }

  /** The signal that stops the training. */
  public StopSignal stopSignal() {
    return stop;
  }

  /** Whether a session can be lost with a task. */
  public boolean isRemote() {
    return settings.isRemote();
  }

  public boolean isOpen() {
    return session != null;
  }

  /** Whether this worker is the chief now. */
  public boolean isChief() {
    return leadership.isChief();
  }

  /** How it waits for tasks now. */
  public RetryPolicy retries() {
    return retries;
  }

  /**
   * Training is complete. From now on tasks that are gone are waited for although it is to stop,
   * since what is left to do, the last save, is what it was for; but not for as long.
   */
  public void complete() {
    waitStop = new StopSignal(clock);
    if (retries.timeout().compareTo(LONGEST_END) > 0) {
      retries = retries.withTimeout(LONGEST_END);
    }
  }

  /** The epoch of the steps of this session. */
  public EpochNumber epoch() {
    return leadership.epoch();
  }

  public Session session() {
    Session open = session;
    if (open == null) {
      throw WeirException.failedPrecondition("the training session is closed");
    }
    return open;
  }

  /** Opens a session; returns when steps can run in it, fails when that takes too long. */
  public void open() {
    Waiting waiting = new Waiting(retries, clock, waitStop, isChief());
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
  public void standDown() {
    leadership.stopHeartbeat();
    candidacy.standDown();
  }

  private boolean isReady(Waiting waiting) {
    try {
      Session open = session;
      if (open == null) {
        open = settings.source().get();
        session = open;
      }
      List<String> missing = readiness.missing(open, waiting.options());
      return epochs.isEmpty()
          ? isSettled(open, missing, waiting)
          : isInEpoch(open, missing, waiting);
    } catch (WeirException e) {
      drop();
      if (!isRemote() || !LOSS.contains(e.code())) {
        throw e;
      }
      waiting.note(e);
      return false;
    }
  }

  /** Where only this process has the variables, there are no epochs: values are there or not. */
  private boolean isSettled(Session open, List<String> missing, Waiting waiting) {
    waiting.note(missing);
    boolean isKept = wasReady || settings.isGiven();
    boolean isWhole = missing.isEmpty() && !leadership.isRestoring();
    if (!isChief() || (isKept && isWhole)) {
      return missing.isEmpty();
    }
    if (settings.isGiven()) {
      leadership.fill(open, missing, waiting.options());
    } else {
      leadership.restoreWithoutEpoch(open, waiting.options());
    }
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
  public boolean isAfterEnd() {
    return isAfterEnd;
  }

  /** Does not join the epoch of this session again: it is closed, and the training goes on. */
  public void passEnd() {
    passed = epoch();
  }

  /**
   * Checks on the chief between two steps: a worker that is elected takes over, a chief that was
   * replaced fails with {@code ABORTED}.
   *
   * @return whether the chief has ended the training
   */
  public boolean tend() {
    leadership.checkHeartbeat();
    return session != null
        && !isChief()
        && !epochs.isEmpty()
        && watch.isDue(candidacy.heartbeat())
        && lookForChief();
  }

  /**
   * Looks for the chief, and takes over if this worker is elected.
   *
   * @return whether the chief has said that the training is over
   */
  public boolean lookForChief() {
    Session open = session();
    Waiting waiting = new Waiting(retries, clock, waitStop, false);
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
  public void closeEpoch() {
    leadership.closeEpoch(session(), RunOptions.DEFAULT.withDeadline(retries.timeout()));
  }

  /**
   * Whether a failure means that the session is lost: a task is gone, has lost its variables, or is
   * in another epoch.
   */
  public boolean isLoss(WeirException failure) {
    if (!isRemote()) {
      return false;
    }
    if (failure.code() != ErrorCode.FAILED_PRECONDITION) {
      return LOSS.contains(failure.code());
    }
    try {
      return session != null
          && !readiness
              .missing(session, RunOptions.DEFAULT.withDeadline(retries.timeout()))
              .isEmpty();
    } catch (WeirException e) {
      failure.addSuppressed(e);
      return LOSS.contains(e.code());
    }
  }

  /** Closes the session, if there is one. */
  public void drop() {
    leadership.stopHeartbeat();
    watch.reset();
    Session open = session;
    session = null;
    if (open != null && !settings.isGiven()) {
      try {
        open.close();
      } catch (WeirException e) {
        LOG.warn("a lost session could not be closed: {}", e.getMessage());
      }
    }
  }
}
