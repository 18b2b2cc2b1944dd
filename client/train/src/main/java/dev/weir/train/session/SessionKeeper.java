package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.Saver;
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
 * all tasks that hold variables are in the same finished epoch. If this worker is the chief, it
 * begins that epoch.
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
  private final @Nullable ModelSaver saver;
  private final Node initializer;
  private final Candidacy candidacy;
  private final ChiefWatch watch;
  private @Nullable Session session;
  private @Nullable Heartbeat heartbeat;
  private EpochNumber epoch = EpochNumber.NONE;

  /** Whether the epoch has begun on all tasks, as far as this worker knows. */
  private boolean hasBegun;

  private boolean isChief;

  /** Whether this process has been the chief, or has tried to. */
  private boolean wasChief;

  private StopSignal stop;
  private Patience patience;

  /** Whether the values are, or may be, half restored by this worker. */
  private boolean isRestoring;

  /** Whether this worker has trained with the values the tasks have, or with their predecessors. */
  private boolean wasReady;

  /** The claim on the checkpoints because of which tasks were looked for again. */
  private EpochNumber doubted = EpochNumber.NONE;

  SessionKeeper(
      Model model,
      SessionSource source,
      Candidacy candidacy,
      @Nullable ModelSaver saver,
      Patience patience,
      TrainingClock clock,
      StopSignal stop) {
    this.model = model;
    this.source = source;
    this.patience = patience;
    this.clock = clock;
    this.stop = stop;
    this.candidacy = candidacy;
    this.saver = saver;
    this.readiness = new Readiness(model);
    this.initializer = model.epochInitializer();
    this.watch = new ChiefWatch(model.epochs(), clock);
    this.isChief = candidacy.isAppointed();
  }

  boolean isOpen() {
    return session != null;
  }

  /** Whether this worker is the chief now. */
  boolean isChief() {
    return isChief;
  }

  /** How long it waits for tasks now. */
  Patience patience() {
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
    return epoch;
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
    Waiting waiting = new Waiting(patience, clock, stop, isChief);
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
    startHeartbeat();
  }

  /** Leaves the lead to others: this worker will not train any more. */
  void standDown() {
    stopHeartbeat();
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
    if (!isChief || (wasReady && missing.isEmpty() && !isRestoring)) {
      return missing.isEmpty();
    }
    isRestoring = true;
    restore(open, waiting.options());
    isRestoring = false;
    return true;
  }

  private boolean isInEpoch(Session open, List<String> missing, Waiting waiting) {
    EpochView view = watch.look(open, waiting.options());
    if (isChief && !epoch.isNone() && view.latest().compareTo(epoch) > 0) {
      yieldTo(view.latest());
    }
    boolean isWhole = view.isAgreed() && missing.isEmpty();
    boolean isCurrent = isChief && isWhole && !isRestoring && view.latest().equals(epoch);
    if (isCurrent && hasCheckpoints()) {
      LOG.info("all {} variables still have their values", readiness.variables());
      return true;
    }
    if (isChief || candidacy.isElected(watch.sighting(wasChief))) {
      return leads(open, view, missing, waiting);
    }
    if (isWhole) {
      epoch = view.latest();
      hasBegun = true;
      return true;
    }
    if (missing.isEmpty()) {
      waiting.note("tasks are in different epochs: " + view);
    } else {
      waiting.note(missing);
    }
    return false;
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

  /** A later chief has begun an epoch: this one must not lead any more. */
  private void yieldTo(EpochNumber successor) {
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

  /**
   * Begins an epoch: with the values the tasks have if they are whole and of this training, else
   * with those of the latest checkpoint. Returns whether it did: there may be no room to claim the
   * checkpoints.
   */
  private boolean leads(Session open, EpochView view, List<String> missing, Waiting waiting) {
    EpochNumber claimed = saver == null ? EpochNumber.NONE : saver.claimed();
    EpochNumber before = view.latest();
    boolean isKnown = wasReady || (!claimed.isNone() && claimed.equals(before));
    boolean isWhole = view.isAgreed() && missing.isEmpty() && !view.isClosed();
    boolean goesOn = isKnown && !isRestoring && isWhole && !isBehind(claimed, before);
    if (!goesOn && wasReady && !missing.isEmpty()) {
      LOG.warn("{} of {} variables have lost their values", missing.size(), readiness.variables());
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
    RunOptions options = waiting.options();
    model.epochs().begin(open, epoch, goesOn ? before : EpochNumber.NONE, options);
    hasBegun = true;
    startHeartbeat(); // a restore takes longer than others wait for a chief that is silent
    if (goesOn) {
      LOG.info("epoch {} goes on with the values of epoch {}", epoch, before);
    } else {
      awaitEarlierSteps(open, waiting);
      restore(open, waiting.options());
    }
    model.epochs().finish(open, epoch, waiting.options());
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

  private void restore(Session open, RunOptions options) {
    Optional<Saver.Restored> restored =
        saver == null ? Optional.empty() : saver.restoreLatest(open, epoch);
    if (restored.isPresent()) {
      LOG.info(
          "restored {} variables from {}, epoch {}",
          readiness.variables(),
          restored.get().prefix(),
          epoch);
    } else {
      model.epochs().feed(open.runner().options(options), epoch).addTarget(initializer).run();
      LOG.info("gave {} variables their initial values, epoch {}", readiness.variables(), epoch);
    }
  }

  /**
   * Looks after the chief between two steps: a worker that is elected takes over, a chief that was
   * replaced fails with {@code ABORTED}.
   */
  void tend() {
    Heartbeat beating = heartbeat;
    if (beating != null) {
      beating.check();
    }
    if (session != null
        && !isChief
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
    boolean isOver = view.isAgreed() && view.isClosed();
    if (!isOver && candidacy.isElected(watch.sighting(wasChief))) {
      LOG.warn("no heartbeat of the chief of epoch {}: this worker takes over", view.latest());
      if (!leads(open, view, readiness.missing(open, waiting.options()), waiting)) {
        watch.reset(); // trains on, and tries again when the chief was silent for as long once more
      }
    }
    return isOver;
  }

  /** Says on all tasks that the training is over. */
  void closeEpoch() {
    if (isChief && !model.epochs().isEmpty() && !epoch.isNone()) {
      RunOptions options = RunOptions.DEFAULT.withDeadline(patience.deadline());
      model.epochs().close(session(), epoch, options);
    }
  }

  private void startHeartbeat() {
    Session open = session;
    if (isChief && heartbeat == null && open != null && !model.epochs().isEmpty()) {
      heartbeat = Heartbeat.start(model.epochs(), open, epoch, candidacy.heartbeat(), clock);
    }
  }

  private void stopHeartbeat() {
    Heartbeat beating = heartbeat;
    heartbeat = null;
    if (beating != null) {
      beating.close();
    }
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
    stopHeartbeat();
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
