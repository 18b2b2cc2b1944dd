package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trains a model in a session that several workers may share, and that may be lost at any time.
 *
 * {@snippet :
 * SessionSource source = () -> Session.connect("grpc://worker0:2222", model.graph());
 * TrainingSession.Builder builder =
 *     TrainingSession.of(model, source, isChief ? Role.CHIEF : Role.WORKER)
 *         .checkpoints(saver)
 *         .hooks(StopAtStepHook.at(10_000))
 *         .chiefHooks(CheckpointSaverHook.of(saver, Cadence.everySteps(500)));
 * try (TrainingSession training = builder.start()) {
 *   while (!training.shouldStop()) {
 *     training.run(runner -> runner.feed(x, images).feed(labels, digits).addTarget(step));
 *   }
 * }
 * }
 *
 * <p>One worker is the chief. When it starts it restores the latest checkpoint, or gives all
 * variables their initial values if there is none; the others wait for that. When a step fails
 * because a task is gone or has lost its variables, the session is opened anew: the chief restores
 * the checkpoint if values are missing, the others wait, and the step is run again. So {@code run}
 * may prepare a step several times, and steps made after the checkpoint may be made twice.
 *
 * <p>One thread runs and closes it; {@link #shouldStop} and {@link #requestStop} are for all.
 */
public final class TrainingSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TrainingSession.class);

  /** Who gives variables their values. */
  public enum Role {
    /** This worker does. There is one such in a training. */
    CHIEF,

    /** Another does; this one waits for it. */
    WORKER
  }

  private record Done(List<Tensor> fetched, RunReport report) {}

  private final Model model;
  private final SessionKeeper keeper;
  private final StopSignal stop;
  private final List<TrainingHook> hooks;
  private final int mostLosses;
  private final GlobalStep step;
  private long nextStep;
  private boolean isInside;
  private boolean isClosed;
  private @Nullable RuntimeException failure;

  private TrainingSession(Builder builder, StopSignal stop, SessionKeeper keeper) {
    this.model = builder.model;
    this.stop = stop;
    this.keeper = keeper;
    this.hooks = List.copyOf(builder.hooks);
    this.mostLosses = builder.mostLosses;
    this.step = GlobalStep.of(model);
  }

  /** Prepares a training; all variables of the model must be made. */
  public static Builder of(Model model, SessionSource source, Role role) {
    return new Builder(model, source, role);
  }

  /** What a training session is started with. */
  public static final class Builder {
    private static final int LOSSES = 20;

    private final Model model;
    private final SessionSource source;
    private final Role role;
    private final List<TrainingHook> hooks = new ArrayList<>();
    private @Nullable ModelSaver saver;
    private Patience patience = Patience.usual();
    private int mostLosses = LOSSES;

    private Builder(Model model, SessionSource source, Role role) {
      this.model = model;
      this.source = source;
      this.role = role;
    }

    /** Where the chief finds the latest checkpoint. Saving to it is a hook's work. */
    public Builder checkpoints(ModelSaver from) {
      saver = from;
      return this;
    }

    /** Adds hooks. They are called in the order in which they were added. */
    public Builder hooks(TrainingHook... others) {
      hooks.addAll(List.of(others));
      return this;
    }

    /** Adds hooks if this worker is the chief. */
    public Builder chiefHooks(TrainingHook... others) {
      return role == Role.CHIEF ? hooks(others) : this;
    }

    /** How long it waits for tasks and variables, at the beginning and after each loss. */
    public Builder patience(Patience other) {
      patience = other;
      return this;
    }

    /** After how many losses in a row, without a run that succeeds, it gives up. */
    public Builder atMostLosses(int count) {
      mostLosses = count;
      return this;
    }

    /** Opens the session and waits until all variables have values. */
    public TrainingSession start() {
      model.globalStep();
      hooks.forEach(hook -> hook.begin(model));
      StopSignal stop = new StopSignal();
      SessionKeeper keeper =
          new SessionKeeper(model, source, role == Role.CHIEF, saver, patience, stop);
      TrainingSession training = new TrainingSession(this, stop, keeper);
      training.begin();
      return training;
    }
  }

  private void begin() {
    boolean isReady = false;
    try {
      recovering(() -> {});
      isReady = true;
    } finally {
      if (!isReady) {
        isClosed = true;
        keeper.drop();
      }
    }
  }

  /** The model that is trained. */
  public Model model() {
    return model;
  }

  /**
   * The session as it is now, for what hooks need not know of. Nobody else closes it; it may be
   * another after the next run.
   */
  public Session session() {
    return keeper.session();
  }

  /** The global step as it is now. */
  public long globalStep() {
    if (isInside) {
      return readStep();
    }
    long[] count = {0};
    recovering(() -> count[0] = readStep());
    return count[0];
  }

  private long readStep() {
    return withValues(() -> step.read(keeper.session()));
  }

  /** Whether a hook, or anybody else, has asked to stop. */
  public boolean shouldStop() {
    return stop.isGiven();
  }

  /** Asks to stop: runs go on until their caller looks at {@link #shouldStop}. */
  public void requestStop(String reason) {
    if (stop.give(reason)) {
      LOG.info("training stops: {}", reason);
    }
  }

  /**
   * Runs a step.
   *
   * @param prepares says what the step is fed, fetches and runs; called again if it must be
   *     repeated
   * @return what it fetches
   * @throws WeirException as the step does, unless a lost task is the cause; then only after many
   *     losses in a row. A step for which there is no more input ({@code OUT_OF_RANGE}) also asks
   *     to stop; after any other failure nothing can be run
   */
  public List<Tensor> run(Consumer<Runner> prepares) {
    checkMayRun();
    List<Done> done = new ArrayList<>(1);
    try {
      recovering(
          () -> {
            if (done.isEmpty()) { // else only a hook has failed, and the session is anew
              done.add(withValues(() -> once(prepares)));
              hooks.forEach(hook -> hook.afterRun(done.getFirst().report(), this));
            }
          });
      return done.getFirst().fetched();
    } catch (WeirException e) {
      if (e.code() == ErrorCode.OUT_OF_RANGE) {
        requestStop("the input is at its end");
      } else {
        failure = e;
      }
      throw e;
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  private void checkMayRun() {
    if (isInside) {
      throw WeirException.failedPrecondition(
          "a hook cannot run a step of the training it belongs to; it has session() for its own");
    }
    if (isClosed) {
      throw WeirException.failedPrecondition("the training session is closed");
    }
    RuntimeException before = failure;
    if (before != null) {
      throw new WeirException(
          ErrorCode.FAILED_PRECONDITION,
          "the training session has failed before: " + before.getMessage(),
          before);
    }
  }

  /** Does something with a session, and with another if that is lost. */
  private void recovering(Runnable action) {
    isInside = true;
    try {
      for (int losses = 0; ; losses++) {
        try {
          ensureSession();
          action.run();
          return;
        } catch (WeirException e) {
          if (!keeper.isLoss(e)) {
            throw e;
          }
          if (losses >= mostLosses) {
            throw new WeirException(
                e.code(), "given up after " + losses + " losses in a row: " + e.getMessage(), e);
          }
          LOG.warn("the session is lost and opened anew: {}", e.getMessage());
          keeper.drop();
        }
      }
    } finally {
      isInside = false;
    }
  }

  /**
   * Runs something that needs the values of variables. If it misses some, the session is lost,
   * unless they are there again when that is looked at: then the chief was faster, and it is run
   * once more.
   */
  private <T> T withValues(Supplier<T> run) {
    try {
      return run.get();
    } catch (WeirException e) {
      if (e.code() != ErrorCode.FAILED_PRECONDITION) {
        throw e;
      }
      if (keeper.isLoss(e)) {
        throw new WeirException(ErrorCode.ABORTED, String.valueOf(e.getMessage()), e);
      }
      return run.get();
    }
  }

  private void ensureSession() {
    if (!keeper.isOpen()) {
      keeper.open();
      nextStep = readStep() + 1;
      hooks.forEach(hook -> hook.afterCreateSession(this));
    }
  }

  private Done once(Consumer<Runner> prepares) {
    RunRequest request = new RunRequest(nextStep).fetch(step.value());
    hooks.forEach(hook -> hook.beforeRun(request));
    Runner runner = keeper.session().runner();
    prepares.accept(runner);
    request.fetches().forEach(runner::fetch);
    List<Tensor> all;
    StepTrace trace = null;
    if (request.isTraced()) {
      TracedRun traced = runner.runTraced();
      all = traced.fetched();
      trace = traced.trace();
    } else {
      all = runner.run();
    }
    int own = all.size() - request.fetches().size();
    Map<Output, Tensor> values = new LinkedHashMap<>();
    int next = own;
    for (Output output : request.fetches()) {
      values.put(output, all.get(next++));
    }
    long seen = all.get(own).getLong(0);
    nextStep = seen + 2; // what was seen is what was before this run
    return new Done(List.copyOf(all.subList(0, own)), new RunReport(seen, values, trace));
  }

  /** Ends hooks, unless training has failed, and closes the session. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    try {
      if (failure == null) {
        endHooks();
      }
    } finally {
      isClosed = true;
      keeper.drop();
    }
  }

  /** Ends all, also after one has failed. */
  private void endHooks() {
    RuntimeException first = null;
    for (TrainingHook hook : hooks) {
      try {
        recovering(() -> hook.end(this));
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
