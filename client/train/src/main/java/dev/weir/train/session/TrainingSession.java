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
import dev.weir.train.epoch.TrainingId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
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
 * <p>Every restore begins an epoch on the tasks that hold variables, and every step belongs to one:
 * a task refuses steps, restores and saves of an epoch that is not its own, so values of different
 * restores never mix. Workers that elect their chief ({@link Election}) go on without one that is
 * gone.
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

  /** A hook, and whether only the chief has it. */
  private record Member(TrainingHook hook, boolean isChiefs) {}

  private record Done(List<Tensor> fetched, RunReport report) {}

  private final Model model;
  private final SessionKeeper keeper;
  private final StopSignal stop;
  private final List<Member> hooks;
  private final boolean isElected;
  private final TrainingClock clock;
  private final int mostLosses;
  private final GlobalStep step;
  private long nextStep;
  private boolean isInside;
  private boolean wasChief;
  private volatile boolean isComplete;
  private long lastStep;
  private boolean isClosed;
  private @Nullable RuntimeException failure;

  private TrainingSession(Builder builder, StopSignal stop, SessionKeeper keeper) {
    this.model = builder.model;
    this.stop = stop;
    this.keeper = keeper;
    this.hooks = List.copyOf(builder.hooks);
    this.isElected = builder.election != null;
    this.clock = builder.clock;
    this.mostLosses = builder.mostLosses;
    this.step = GlobalStep.of(model);
  }

  /** Prepares a training; all variables of the model must be made. */
  public static Builder of(Model model, SessionSource source, Role role) {
    return new Builder(model, source, role, null);
  }

  /** Prepares a training whose workers elect their chief. */
  public static Builder of(Model model, SessionSource source, Election election) {
    return new Builder(model, source, Role.WORKER, election);
  }

  /** What a training session is started with. */
  public static final class Builder {
    private static final int LOSSES = 20;

    private final Model model;
    private final SessionSource source;
    private final Role role;
    private final @Nullable Election election;
    private final List<Member> hooks = new ArrayList<>();
    private @Nullable ModelSaver saver;
    private TrainingId id = TrainingId.NONE;
    private RetryPolicy patience = RetryPolicy.usual();
    private int mostLosses = LOSSES;
    private TrainingClock clock = TrainingClock.system();
    private RandomGenerator chance = RandomGenerator.getDefault();

    private Builder(Model model, SessionSource source, Role role, @Nullable Election election) {
      this.model = model;
      this.source = source;
      this.role = role;
      this.election = election;
    }

    /** Where the chief finds the latest checkpoint. Saving to it is a hook's work. */
    public Builder checkpoints(ModelSaver from) {
      saver = from;
      return this;
    }

    /**
     * Names this training. All its workers give it the same name, and no other training on the same
     * tasks has that. So a worker that is started before its chief, or after the end, does not take
     * another training's epoch for its own. Workers that share a folder of checkpoints need no
     * name: the folder tells trainings apart.
     */
    public Builder named(String name) {
      id = TrainingId.of(name);
      return this;
    }

    /** Adds hooks. They are called in the order in which they were added. */
    public Builder hooks(TrainingHook... others) {
      for (TrainingHook each : others) {
        hooks.add(new Member(each, false));
      }
      return this;
    }

    /** Adds hooks that are called only while this worker is the chief. */
    public Builder chiefHooks(TrainingHook... others) {
      for (TrainingHook each : others) {
        hooks.add(new Member(each, true));
      }
      return this;
    }

    /** How long it waits for tasks and variables, at the beginning and after each loss. */
    public Builder patience(RetryPolicy other) {
      patience = other;
      return this;
    }

    /** After how many losses in a row, without a run that succeeds, it gives up. */
    public Builder atMostLosses(int count) {
      mostLosses = count;
      return this;
    }

    /** Replaces the system's clock, for tests. */
    public Builder clock(TrainingClock other) {
      clock = other;
      return this;
    }

    /** Replaces the source of chance in the numbers of epochs, for tests. */
    public Builder random(RandomGenerator other) {
      chance = other;
      return this;
    }

    /** Opens the session and waits until all variables have values. */
    public TrainingSession start() {
      model.globalStep();
      Candidacy candidacy = new Candidacy(role, election, chance);
      hooks.removeIf(each -> each.isChiefs() && !candidacy.mayLead());
      hooks.forEach(each -> each.hook().begin(model));
      StopSignal stop = new StopSignal(clock);
      TrainingIdentity identity = new TrainingIdentity(id, saver);
      ChiefWatch watch = new ChiefWatch(model.epochs(), clock);
      Leadership leadership = new Leadership(model, candidacy, identity, saver, watch, clock);
      SessionKeeper keeper =
          new SessionKeeper(
              model, source, candidacy, identity, leadership, watch, patience, clock, stop);
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
        keeper.standDown();
      }
    }
  }

  /** The model that is trained. */
  public Model model() {
    return model;
  }

  /**
   * The session as it is now, for what hooks need not know of. Nobody else closes it; it may be
   * another after the next run. What reads variables while they may be restored uses {@link
   * #runner}.
   */
  public Session session() {
    return keeper.session();
  }

  /**
   * Begins a step beside the training, such as an evaluation, whose values are all of the epoch of
   * this session; it fails with {@code ABORTED} if another one has begun.
   */
  public Runner runner() {
    return model.epochs().enter(keeper.session().runner(), keeper.epoch());
  }

  /** Whether this worker is the chief now. */
  public boolean isChief() {
    return keeper.isChief();
  }

  /**
   * Saves the model as it is in the epoch of this session; fails with {@code ABORTED} if another
   * one has begun.
   */
  public Path save(ModelSaver saver, long step) {
    return saver.save(keeper.session(), step, keeper.epoch());
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

  /** Asks to stop, as all workers do: the training is complete, this step was its last. */
  void complete(long step, String reason) {
    isComplete = true;
    lastStep = step;
    keeper.complete();
    requestStop(reason);
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
              active().forEach(hook -> hook.afterRun(done.getFirst().report(), this));
            }
          });
      return done.getFirst().fetched();
    } catch (WeirException e) {
      if (e.code() == ErrorCode.OUT_OF_RANGE) {
        requestStop("the input is at its end");
      } else {
        fail(e);
      }
      throw e;
    } catch (RuntimeException e) {
      fail(e);
      throw e;
    }
  }

  /** Nothing can be run any more, so others must not wait for this worker as their chief. */
  private void fail(RuntimeException cause) {
    failure = cause;
    try {
      keeper.standDown();
    } catch (WeirException e) {
      cause.addSuppressed(e);
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
        boolean isNew = !keeper.isOpen();
        if (isNew) {
          keeper.open(); // waits for tasks itself, as long as it may
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
          if (losses >= mostLosses) {
            throw e.within("given up after " + losses + " losses in a row");
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
        throw e.withCode(ErrorCode.ABORTED);
      }
      return run.get();
    }
  }

  /**
   * Tells the hooks of a session that was just opened. If this worker has found the training at its
   * end, and they do not say so, it is to go on, and another session is opened for that.
   */
  private void opened() {
    wasChief = keeper.isChief();
    nextStep = readStep() + 1;
    active().forEach(hook -> hook.afterCreateSession(this));
    if (keeper.isAfterEnd() && !stop.isGiven()) {
      keeper.passEnd();
      throw new WeirException(
          ErrorCode.ABORTED,
          "epoch " + keeper.epoch() + " is closed, but this training has more steps to make");
    }
  }

  /** Lets this worker take over from a chief that is gone. */
  private void tend() {
    keeper.tend();
    promoted();
  }

  /** Tells the chief's hooks of the session, if this worker has just become the chief. */
  private void promoted() {
    if (keeper.isChief() && !wasChief) {
      wasChief = true;
      hooks.stream().filter(Member::isChiefs).forEach(each -> each.hook().afterCreateSession(this));
    }
  }

  /** The hooks that are called: those of the chief only while this worker is the chief. */
  private List<TrainingHook> active() {
    boolean isChief = keeper.isChief();
    return hooks.stream().filter(each -> isChief || !each.isChiefs()).map(Member::hook).toList();
  }

  private Done once(Consumer<Runner> prepares) {
    RunRequest request = new RunRequest(nextStep).fetch(step.value());
    active().forEach(hook -> hook.beforeRun(request));
    Runner runner = model.epochs().feed(keeper.session().runner(), keeper.epoch());
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
        awaitChief();
        endHooks();
        if (isComplete && keeper.isChief()) {
          recovering(this::closeEpoch);
        }
      }
    } finally {
      isClosed = true;
      keeper.drop();
      keeper.standDown();
    }
  }

  /** Says that the training is over, unless a restore has undone its last steps. */
  private void closeEpoch() {
    checkLastStep();
    keeper.closeEpoch();
  }

  /**
   * Fails if a restore has undone the last steps of a training that is complete: what is saved or
   * said then would not be its end, even if other workers make those steps again.
   */
  private void checkLastStep() {
    if (!isComplete || !keeper.isChief()) {
      return;
    }
    long now = readStep();
    if (now < lastStep) {
      throw WeirException.failedPrecondition(
          "training had reached step %d, but then tasks lost their values, and step %d was"
              + " restored; start it again to go on from there",
          lastStep, now);
    }
  }

  /**
   * Where workers elect their chief, and the training is complete, waits until the chief has said
   * so: if the chief is gone before that, this worker takes over and ends the training.
   */
  private void awaitChief() {
    if (!isElected || !isComplete || model.epochs().isEmpty()) {
      return;
    }
    RetryPolicy patience = keeper.patience();
    long end = clock.nanos() + patience.deadline().toNanos();
    CompletableFuture<Void> never = new CompletableFuture<>();
    while (!isEnding()) {
      if (clock.nanos() - end >= 0) {
        LOG.warn("the chief has not ended the training within {}", patience.deadline());
        return;
      }
      clock.pause(patience.pause(), never);
    }
  }

  /**
   * Whether the chief has said that the training is over, or this worker is to do so. Each look is
   * an action of its own: only losses in a row count.
   */
  private boolean isEnding() {
    boolean[] isEnding = {false};
    recovering(
        () -> {
          isEnding[0] = keeper.isChief() || keeper.lookForChief() || keeper.isChief();
          if (isEnding[0]) {
            promoted();
          }
        });
    return isEnding[0];
  }

  /** Ends all, also after one has failed; those of the chief too if this worker becomes it. */
  private void endHooks() {
    List<Member> left = new ArrayList<>(hooks);
    RuntimeException first = null;
    for (Member next = active(left); next != null; next = active(left)) {
      left.remove(next);
      TrainingHook hook = next.hook();
      try {
        recovering(
            () -> {
              checkLastStep(); // in the epoch in which the hook saves
              hook.end(this);
            });
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

  private @Nullable Member active(List<Member> members) {
    return members.stream()
        .filter(each -> !each.isChiefs() || keeper.isChief())
        .findFirst()
        .orElse(null);
  }
}
