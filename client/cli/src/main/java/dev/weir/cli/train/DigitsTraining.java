package dev.weir.cli.train;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.cli.digits.DigitSet;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.records.EventWriter;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.Batches;
import dev.weir.train.Cadence;
import dev.weir.train.FitOptions;
import dev.weir.train.LearningRate;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.StepReport;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import dev.weir.train.listener.EventRecorder;
import dev.weir.train.listener.StepCounter;
import dev.weir.train.optimizer.Adam;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Trains a {@link DigitNet}, alone or as one of several workers, each with digits of its own; the
 * steps of all workers count toward the plan's. Writes events and checkpoints as it goes.
 */
final class DigitsTraining implements AutoCloseable {
  private static final int EVENTS_EVERY = 10;
  private static final int RATE_EVERY = 50;
  private static final int TEST_BATCH = 250;

  /** How many steps are made before one is traced: the first ones are slower. */
  private static final int WARM_UP = 10;

  /**
   * How to train.
   *
   * @param moves by how many pixels digits are moved at random
   * @param checksNumerics whether every step looks for NaN and infinity before it changes anything
   */
  record Plan(int steps, int batch, float rate, long seed, int moves, boolean checksNumerics) {
    Plan {
      if (steps < 1 || batch < 1 || !(rate > 0) || Float.isInfinite(rate)) {
        throw WeirException.invalidArgument(
            "there must be at least one step of at least one digit, and the rate must be positive;"
                + " got %d steps, batches of %d, a rate of %s",
            steps, batch, rate);
      }
    }
  }

  /**
   * What this process did.
   *
   * @param steps how many steps it made
   * @param isChief whether it was the chief at the end
   */
  record Share(long steps, boolean isChief) {}

  private final Plan plan;
  private final DigitsPlace place;
  private final Path checkpoints;
  private final Model model;
  private final Trainer trainer;
  private final ModelSaver saver;
  private final EventWriter events;

  /**
   * A training that leaves its checkpoints and events in a folder.
   *
   * @param folder servers and workers must all have access to it
   */
  DigitsTraining(Plan plan, DigitsPlace place, Path folder) {
    this.plan = plan;
    this.place = place;
    this.checkpoints = folder.resolve("checkpoints");
    this.model = Model.create(new Graph(), plan.seed(), place.devices());
    LearningRate rate = LearningRate.cosine(plan.rate(), plan.rate() / 100, plan.steps());
    this.trainer = DigitNet.trainer(model, Adam.of(rate));
    if (plan.checksNumerics()) {
      trainer.explainingNan();
    }
    trainer.step(); // what is saved and restored includes the optimizer's variables
    this.saver = place.saver(model, checkpoints.resolve("digits"));
    this.events = EventWriter.create(place.events(folder));
  }

  /** The file of events being written. */
  EventWriter events() {
    return events;
  }

  /** The prefix of the last checkpoint. */
  Path checkpoint() {
    return saver
        .latest()
        .map(last -> checkpoints.resolve(last.getFileName())) // absolute only if the folder is
        .orElseThrow(() -> WeirException.notFound("there is no checkpoint in %s", checkpoints));
  }

  /** The step of the last checkpoint, if there is one; fails if it does not fit the model. */
  OptionalLong restorable() {
    try (Session session = Session.open(model.graph())) {
      return saver.restoreLatest(session).isPresent()
          ? OptionalLong.of(step(session))
          : OptionalLong.empty();
    }
  }

  private long step(Session session) {
    try (Tensor count = session.runner().fetch(model.globalStep()).run().getFirst()) {
      return count.getLong(0);
    }
  }

  /** Makes a checkpoint with initial values the last one: the training starts anew from there. */
  void begin() {
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      saver.save(session, 0);
    }
  }

  /**
   * Makes the steps that are left, from the last checkpoint on, until all workers together have
   * made those of the plan or a stop is requested.
   *
   * @param target where; this process takes its part there
   * @param digits those of all workers, and those to test with
   */
  Share train(
      TrainingTarget target,
      DigitsData digits,
      BooleanSupplier isAskedToStop,
      TrainingListener watcher) {
    DigitSet own = digits.train().part(place.task(), place.workers());
    Batches batches =
        DigitBatches.shuffled(own, plan.batch(), place.seed(plan.seed()), plan.moves());
    FitOptions options = FitOptions.steps(plan.steps()).resuming().checkpoints(saver);
    Tally tally = new Tally();
    List<TrainingListener> listeners = new ArrayList<>(List.of(watcher));
    if (place.isAlone()) {
      options = options.evaluating(DigitBatches.of(digits.test(), TEST_BATCH));
      listeners.add(detailed());
      listeners.add(new Opening(digits.train()));
    } else {
      listeners.add(EventRecorder.to(events).everySteps(EVENTS_EVERY));
      listeners.add(StepCounter.every(Cadence.everySteps(RATE_EVERY)).to(events));
    }
    listeners.add(place.saves(plan.steps()));
    listeners.add(TrainingListener.stopWhen(isAskedToStop));
    listeners.add(tally);
    try {
      trainer.fit(place.part(target), batches, options, listeners.toArray(TrainingListener[]::new));
      return new Share(tally.steps, tally.isChief);
    } catch (WeirException e) {
      throw new WeirException(e.code(), advised(e), e);
    }
  }

  /** Events of a process that trains alone: also histograms and a trace. */
  private EventRecorder detailed() {
    return EventRecorder.to(events)
        .everySteps(EVENTS_EVERY)
        .histograms(model.trainable())
        .tracing(Math.min(saved() + WARM_UP, plan.steps()));
  }

  private long saved() {
    return saver
        .latest()
        .map(last -> String.valueOf(last.getFileName()))
        .map(name -> Long.parseLong(name.substring(name.lastIndexOf('-') + 1)))
        .orElse(0L);
  }

  /** Writes the graph and some digits, after the recorder has started the events. */
  private final class Opening implements TrainingListener {
    private final DigitSet train;

    Opening(DigitSet train) {
      this.train = train;
    }

    @Override
    public void onSession(TrainingSession training) {
      events.graph(model.graph());
      events.image(training.globalStep(), "digits", train.sheet(8, 8));
    }
  }

  /** Counts the steps of this process. */
  private static final class Tally implements TrainingListener {
    long steps;
    boolean isChief;

    @Override
    public void afterStep(StepReport report, TrainingSession training) {
      steps++;
    }

    @Override
    public void onEnd(TrainingSession training) {
      isChief = training.isChief();
    }
  }

  /** What went wrong in training, and what to do. */
  private String advised(WeirException failure) {
    if (failure.code() != ErrorCode.INVALID_ARGUMENT) {
      return new CheckpointFolder(checkpoints)
          .latest()
          .map(last -> failure.getMessage() + "\n  the same command goes on from " + last)
          .orElse(String.valueOf(failure.getMessage()));
    }
    // everything from outside was checked before: only the numbers can have grown too large
    String advice =
        String.format(
            Locale.ROOT,
            "; the rate %s is likely too high: try --rate %s%s. Checkpoints saved before are whole,"
                + " in %s",
            plan.rate(),
            plan.rate() / 10,
            plan.checksNumerics() ? "" : ", and --check-numerics to see where it begins",
            checkpoints);
    return failure.getMessage() + advice;
  }

  @Override
  public void close() {
    try (events) {
      saver.close();
    }
  }
}
