package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.Saver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the session that a training works with: opens it, and another when it is lost, and hands it
 * out only when all variables have values.
 */
final class SessionKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(SessionKeeper.class);

  /**
   * What a step fails with when a task is gone, or cannot be reached; also opening and preparing a
   * session, while tasks are still starting.
   */
  private static final Set<ErrorCode> LOSS =
      Set.of(ErrorCode.ABORTED, ErrorCode.UNAVAILABLE, ErrorCode.DEADLINE_EXCEEDED);

  private final SessionSource source;
  private final Patience patience;
  private final StopSignal stop;
  private final Readiness readiness;
  private final boolean isChief;
  private final @Nullable ModelSaver saver;
  private final Node initializer;
  private @Nullable Session session;
  private boolean wasReady;

  SessionKeeper(
      Model model,
      SessionSource source,
      boolean isChief,
      @Nullable ModelSaver saver,
      Patience patience,
      StopSignal stop) {
    this.source = source;
    this.patience = patience;
    this.stop = stop;
    this.isChief = isChief;
    this.saver = saver;
    this.readiness = new Readiness(model);
    this.initializer = model.initializer();
  }

  boolean isOpen() {
    return session != null;
  }

  Session session() {
    Session open = session;
    if (open == null) {
      throw WeirException.failedPrecondition("the training session is closed");
    }
    return open;
  }

  /** Opens a session; returns when all variables have values, fails when that takes too long. */
  void open() {
    Waiting waiting = new Waiting(patience, stop, isChief);
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
  }

  private boolean isReady(Waiting waiting) {
    try {
      Session open = session;
      if (open == null) {
        open = source.open();
        session = open;
      }
      List<String> missing =
          isChief ? settled(open, waiting.options()) : readiness.missing(open, waiting.options());
      waiting.note(missing);
      return missing.isEmpty();
    } catch (WeirException e) {
      drop();
      if (!LOSS.contains(e.code())) {
        throw e;
      }
      waiting.note(e);
      return false;
    }
  }

  /**
   * Gives variables their values: all at the beginning, and all again if some have lost them, lest
   * values of different times meet.
   */
  private List<String> settled(Session open, RunOptions options) {
    if (wasReady) {
      List<String> lost = readiness.missing(open, options);
      if (lost.isEmpty()) {
        LOG.info("all {} variables still have their values", readiness.variables());
        return lost;
      }
      LOG.warn("{} of {} variables have lost their values", lost.size(), readiness.variables());
    }
    Optional<Saver.Restored> restored =
        saver == null ? Optional.empty() : saver.restoreLatest(open);
    if (restored.isPresent()) {
      LOG.info("restored {} variables from {}", readiness.variables(), restored.get().prefix());
    } else {
      open.runner().options(options).addTarget(initializer).run();
      LOG.info("gave {} variables their initial values", readiness.variables());
    }
    return List.of();
  }

  /**
   * Whether a failure means that the session is lost: a task is gone, or has lost its variables.
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
