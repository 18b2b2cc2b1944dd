package dev.weir.cli.train;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Retention;
import dev.weir.cli.digits.DigitSet;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.records.EventWriter;
import dev.weir.runtime.Session;
import dev.weir.train.Batches;
import dev.weir.train.FitOptions;
import dev.weir.train.LearningRate;
import dev.weir.train.Model;
import dev.weir.train.Saver;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingListener;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.listener.EventRecorder;
import dev.weir.train.optimizer.Adam;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Trains a {@link DigitNet}: writes events as it goes, and a checkpoint before the first step and
 * after every epoch.
 */
final class DigitsTraining implements AutoCloseable {
  private static final int EVENTS_EVERY = 10;
  private static final int TEST_BATCH = 250;
  private static final Retention KEPT = Retention.last(2);

  /** The first steps are slower than the others: how many are made before one is traced. */
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

  private final Plan plan;
  private final Path folder;
  private final Model model;
  private final Trainer trainer;
  private final Session session;
  private final Saver saver;
  private final EventWriter events;

  /** A training that leaves its checkpoints and events in a folder. */
  DigitsTraining(Plan plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
    this.model = Model.create(new Graph(), plan.seed());
    LearningRate rate = LearningRate.cosine(plan.rate(), plan.rate() / 100, plan.steps());
    this.trainer = DigitNet.trainer(model, Adam.of(rate));
    if (plan.checksNumerics()) {
      trainer.explainingNan();
    }
    trainer.step(); // what is saved and restored has the optimizer's variables too
    this.events = EventWriter.create(folder.resolve("events"));
    this.session = Session.open(model.graph());
    this.saver = Saver.of(model, folder.resolve("checkpoints").resolve("digits"), KEPT);
  }

  /** The file of events being written. */
  EventWriter events() {
    return events;
  }

  /** Takes up the last checkpoint of the folder. Returns its step; empty if there is none. */
  OptionalLong restore() {
    return saver.restoreLatest(session).isPresent()
        ? OptionalLong.of(reached())
        : OptionalLong.empty();
  }

  /** Starts anew; that this can be saved is found out before time is spent on training. */
  void begin() {
    session.runner().addTarget(model.initializer()).run();
    saver.save(session, 0);
  }

  /** How many steps have been made. */
  long reached() {
    return session.runner().fetch(model.globalStep()).run().getFirst().getLong(0);
  }

  /**
   * Makes the steps that are left, until somebody asks to stop.
   *
   * @param test what the model is tested with after every epoch
   * @return the last checkpoint's prefix
   */
  Path train(DigitSet train, DigitSet test, BooleanSupplier isAskedToStop, Callback watcher) {
    Batches batches = DigitBatches.shuffled(train, plan.batch(), plan.seed(), plan.moves());
    long before = reached();
    events.start(before + 1);
    events.graph(model.graph());
    events.image(before, "digits", train.sheet(8, 8));
    Recording recording =
        Recording.to(events, session)
            .everySteps(EVENTS_EVERY)
            .histograms(model.trainable())
            .tracing(Math.min(before + WARM_UP, plan.steps()));
    try {
      trainer.fit(
          session,
          batches,
          FitOptions.steps(plan.steps()).resuming().evaluating(DigitBatches.of(test, TEST_BATCH)),
          watcher,
          recording,
          Saving.everyEpoch(saver, session),
          Callback.stoppingWhen(isAskedToStop));
      Path last = saver.latest().orElseThrow(); // absolute, which nobody asked for
      return folder.resolve("checkpoints").resolve(last.getFileName());
    } catch (WeirException e) {
      throw new WeirException(e.code(), advised(e), e);
    }
  }

  /** What went wrong in training, and what to do. */
  private String advised(WeirException failure) {
    Path checkpoints = folder.resolve("checkpoints");
    if (failure.code() != ErrorCode.INVALID_ARGUMENT) {
      return new CheckpointFolder(checkpoints)
          .latest()
          .map(last -> failure.getMessage() + "\n  the same command goes on from " + last)
          .orElse(String.valueOf(failure.getMessage()));
    }
    // all that comes from outside is checked before: what is left is that numbers grew too large
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
    try (events;
        session) {
      saver.close();
    }
  }
}
