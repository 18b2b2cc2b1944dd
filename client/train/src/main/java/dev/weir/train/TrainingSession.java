package dev.weir.train;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import dev.weir.train.internal.Epochs;
import dev.weir.train.internal.SessionKeeper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of a training, in a session that several workers may share and that may be lost at
 * any time. {@link Trainer#fit} is a loop over one; a program that needs another loop writes it:
 *
 * {@snippet :
 * TrainingSession.Builder builder =
 *     TrainingSession.of(model, target)
 *         .checkpoints(saver)
 *         .listeners(TrainingListener.stopAtStep(10_000), CheckpointSaver.everySteps(500));
 * try (TrainingSession training = builder.start()) {
 *   while (!training.shouldStop()) {
 *     training.run(runner -> runner.feed(x, images).feed(labels, digits).addTarget(step));
 *   }
 * }
 * }
 *
 * <p>One worker is the chief. At the start it restores the latest checkpoint, or gives all
 * variables their initial values if there is none; the others wait for that. When a step fails
 * because a task is gone or has lost its variables, the training opens another session: the chief
 * restores the checkpoint if values are missing, the others wait, and the step is retried. So
 * {@code run} may prepare a step several times, and steps after the checkpoint may be made twice.
 *
 * <p>Every restore begins an epoch on the tasks that hold variables, and every step belongs to one:
 * a task rejects steps, restores and saves of other epochs, so values of different restores never
 * mix. Workers that elect their chief ({@link Election}) go on without one that is gone. A training
 * in this process alone has no epochs, and its session cannot be lost.
 *
 * <p>One thread runs steps and closes it; {@link #shouldStop} and {@link #requestStop} are
 * thread-safe.
 */
public final class TrainingSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TrainingSession.class);

  private record Done(List<Tensor> fetched, StepReport report) {}

  private final Model model;
  private final Epochs epochs;
  private final SessionKeeper keeper;
  private final ListenerList listeners;
  private final Completion completion;
  private final int maxRecoveries;
  private final Output stepCount;
  private final @Nullable ModelSaver saver;
  private long nextStep;
  private boolean isInside;
  private boolean isClosed;
  private @Nullable RuntimeException failure;

  private TrainingSession(Builder builder, ListenerList listeners, SessionKeeper keeper) {
    this.model = builder.model;
    this.epochs = model.epochs();
    this.keeper = keeper;
    this.listeners = listeners;
    this.completion = new Completion(builder.target, keeper, epochs);
    this.maxRecoveries = builder.target.retries().maxRecoveries();
    this.stepCount = model.globalStep().asOutput();
    this.saver = builder.saver;
  }

  /** Prepares a training. The model must have all its variables. */
  public static Builder of(Model model, TrainingTarget target) {
    return new Builder(model, target);
  }

  /** The options of a training session. */
  public static final class Builder {
    private final Model model;
    private final TrainingTarget target;
    private final List<TrainingListener> listeners = new ArrayList<>();
    private @Nullable ModelSaver saver;

    private Builder(Model model, TrainingTarget target) {
      this.model = model;
      this.target = target;
    }

    /**
     * Sets the checkpoints of the training: the chief restores the latest one. A listener, {@code
     * CheckpointSaver}, decides when to save. All workers of a training have the same.
     */
    public Builder checkpoints(ModelSaver checkpoints) {
      saver = checkpoints;
      return this;
    }

    /** Adds listeners. They are called in the order in which they were added. */
    public Builder listeners(TrainingListener... others) {
      listeners.addAll(List.of(others));
      return this;
    }

    /** Opens the session and waits until all variables have values. */
    public TrainingSession start() {
      model.globalStep();
      ListenerList called = new ListenerList(listeners, target.mayLead());
      called.start(model);
      TrainingSession training = new TrainingSession(this, called, keeper());
      training.open();
      return training;
    }

    private SessionKeeper keeper() {
      SessionKeeper.Settings settings =
          new SessionKeeper.Settings(
              () -> target.source().open(model.graph()),
              target.isGiven(),
              target.isRemote(),
              target.role() == TrainingTarget.Role.CHIEF,
              target.election().orElse(null),
              target.name(),
              target.retries(),
              target.clock(),
              target.random());
      return SessionKeeper.of(model.state(), saver, settings);
    }
  }

  private void open() {
    boolean isReady = false;
    try {
      recovering(() -> {});
      isReady = true;
    } finally {
      if (!isReady) {
        isClosed = true;
        keeper.drop();
        keeper.standDown();
      }
    }
  }

  /** The model that is trained. */
  public Model model() {
    return model;
  }

  /**
   * The current session. The training closes it, and may replace it in its next step. To read
   * variables that may be restored at the same time, use {@link #runner}.
   */
  public Session session() {
    return keeper.session();
  }

  /**
   * Starts a step beside the training, such as an evaluation. All values it reads are of one epoch;
   * it fails with {@code ABORTED} if another epoch has begun.
   */
  public Runner runner() {
    return epochs.enter(keeper.session().runner(), keeper.epoch());
  }

  /** Whether this process is the chief now. */
  public boolean isChief() {
    return keeper.isChief();
  }

  /** The checkpoints of this training; fails if it has none. */
  public ModelSaver checkpoints() {
    ModelSaver own = saver;
    if (own == null) {
      throw WeirException.failedPrecondition(
          "this training has no checkpoints to save to; set them with checkpoints(saver)");
    }
    return own;
  }

  /**
   * Saves the model to the checkpoints of this training and returns the prefix; fails with {@code
   * ABORTED} if another epoch has begun.
   */
  public Path save(long step) {
    return save(step, OptionalDouble.empty());
  }

  /** Saves with a measure by which the best checkpoints are kept. */
  public Path save(long step, OptionalDouble measure) {
    return checkpoints().save(keeper.session(), step, measure, keeper.epoch());
  }

  /** Saves in the background where the checkpoints support it: only reading values takes time. */
  public void saveSoon(long step, OptionalDouble measure) {
    checkpoints().saveSoon(keeper.session(), step, measure, keeper.epoch());
  }

  /** Saves the model, as it is in the epoch of this session, with another saver. */
  public Path save(ModelSaver other, long step) {
    return other.save(keeper.session(), step, keeper.epoch());
  }

  /** Reads the global step. */
  public long globalStep() {
    return isInside ? readStep() : attempt(this::readStep);
  }

  private long readStep() {
    return withValues(
        () -> {
          try (Tensor count = keeper.session().runner().fetch(stepCount).run().getFirst()) {
            return count.getLong(0);
          }
        });
  }

  /** The global step that the next step will make, if no other worker makes one first. */
  long nextStep() {
    return nextStep;
  }

  /** Whether the training is complete, or was requested to stop. */
  public boolean shouldStop() {
    return keeper.stopSignal().isGiven();
  }

  /** Requests this process to stop: the loop ends when it next checks {@link #shouldStop}. */
  public void requestStop(String reason) {
    if (keeper.stopSignal().give(reason)) {
      LOG.info("training stops: {}", reason);
    }
  }

  /**
   * Completes the training at a step, and stops. When the chief has saved that step, it closes the
   * epoch: then the other workers stop too.
   */
  public void complete(long step, String reason) {
    completion.complete(step);
    requestStop(reason);
  }

  /**
   * Runs a step.
   *
   * @param prepares sets what the step is fed, fetches and runs; called again if the step is
   *     retried
   * @return what it fetches
   * @throws WeirException as the step does; if a lost task is the cause, only after as many retries
   *     as {@link RetryPolicy} allows. A step whose input is exhausted ({@code OUT_OF_RANGE}) also
   *     requests to stop; after any other failure no step can be run
   */
  public List<Tensor> run(Consumer<Runner> prepares) {
    return run(prepares, fetched -> StepMeasures.NONE);
  }

  /** Runs a step that is measured by what it fetches, for the trainer. */
  List<Tensor> run(Consumer<Runner> prepares, Function<List<Tensor>, StepMeasures> measure) {
    checkMayRun();
    List<Done> done = new ArrayList<>(1);
    try {
      recovering(
          () -> {
            if (done.isEmpty()) { // otherwise only a listener failed, and the session is new
              done.add(withValues(() -> once(prepares, measure)));
              StepReport report = done.getFirst().report();
              listeners.active(isChief()).forEach(each -> each.afterStep(report, this));
            }
          });
      return done.getFirst().fetched();
    } catch (WeirException e) {
      if (e.code() == ErrorCode.OUT_OF_RANGE) {
        requestStop("the input is exhausted");
      } else {
        fail(e);
      }
      throw e;
    } catch (RuntimeException e) {
      fail(e);
      throw e;
    }
  }

  /** Tells the listeners of an epoch of the trainer. */
  void afterEpoch(EpochReport report) {
    boolean[] isTold = {false};
    recovering(
        () -> {
          if (!isTold[0]) {
            isTold[0] = true; // a listener that failed is not called twice
            listeners.active(isChief()).forEach(each -> each.afterEpoch(report, this));
          }
        });
  }

  /** Does something in the current session, and again in another one if that is lost. */
  <T> T attempt(Supplier<T> action) {
    List<T> result = new ArrayList<>(1);
    recovering(() -> result.add(action.get()));
    return result.getLast();
  }

  /** Marks the training as failed: no step can follow, and another worker may lead. */
  void fail(RuntimeException cause) {
    if (failure == null) {
      failure = cause;
      try {
        keeper.standDown();
      } catch (WeirException e) {
        cause.addSuppressed(e);
      }
    }
  }

  private void checkMayRun() {
    if (isInside) {
      throw WeirException.failedPrecondition(
          "a listener cannot run a step of its own training; use runner() for another step");
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

  /** Does something in a session, and in another one if that is lost. */
  private void recovering(Runnable action) {
    isInside = true;
    try {
      for (int losses = 0; ; losses++) {
        boolean isNew = !keeper.isOpen();
        if (isNew) {
          keeper.open(); // waits for tasks, up to its timeout
        }
        try {
          if (isNew) {
            opened();
          } else {
            tend();
          }
          action.run();
          return;
        } catch (WeirException e) {
          if (!keeper.isLoss(e)) {
            throw e;
          }
          if (losses >= maxRecoveries) {
            throw e.within("given up after " + losses + " losses in a row");
          }
          LOG.warn("session lost, opening another one: {}", e.getMessage());
          keeper.drop();
        }
      }
    } finally {
      isInside = false;
    }
  }

  /**
   * Runs something that reads variables. If some have no value, the session is lost, unless they
   * have one by the time this is checked: then the chief has just restored them, and it is retried.
   */
  private <T> T withValues(Supplier<T> run) {
    try {
      return run.get();
    } catch (WeirException e) {
      if (e.code() != ErrorCode.FAILED_PRECONDITION || !keeper.isRemote()) {
        throw e;
      }
      if (keeper.isLoss(e)) {
        throw e.withCode(ErrorCode.ABORTED);
      }
      return run.get();
    }
  }

  /**
   * Tells the listeners of a new session. If the training was complete before this process started,
   * and no listener stops it, it is to go on: the next session does not join that epoch.
   */
  private void opened() {
    nextStep = readStep() + 1;
    listeners.opened(this);
    if (keeper.isAfterEnd() && !shouldStop()) {
      keeper.passEnd();
      throw new WeirException(
          ErrorCode.ABORTED,
          "epoch " + keeper.epoch() + " is closed, but this training has more steps to make");
    }
  }

  /** Takes over from a chief that is gone; stops when the chief has ended the training. */
  private void tend() {
    if (keeper.tend()) {
      requestStop("the chief has ended the training");
    }
    listeners.promoted(this);
  }

  private Done once(Consumer<Runner> prepares, Function<List<Tensor>, StepMeasures> measure) {
    long start = System.nanoTime();
    StepRequest request = new StepRequest(nextStep).fetch(stepCount);
    listeners.active(isChief()).forEach(each -> each.beforeStep(request));
    Runner runner = epochs.feed(keeper.session().runner(), keeper.epoch());
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
    long made = all.get(own).getLong(0) + 1; // an optimizer reads the count before it adds 1
    nextStep = made + 1;
    List<Tensor> fetched = all.subList(0, own);
    StepMeasures measures = measure.apply(fetched);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Done(fetched, new StepReport(made, values, trace, measures, seconds));
  }

  /** Ends the listeners, unless the training has failed, and closes the session. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    try {
      if (failure == null) {
        completion.awaitChief(this, listeners);
        listeners.end(this);
        if (completion.isComplete() && keeper.isChief()) {
          recovering(() -> completion.closeEpoch(this));
        }
      }
    } finally {
      isClosed = true;
      keeper.drop();
      keeper.standDown();
    }
  }

  /** Ends one listener, in the epoch in which the last step is known not to be lost. */
  void end(TrainingListener listener) {
    recovering(
        () -> {
          completion.checkLastStep(this);
          listener.onEnd(this);
        });
  }
}
