package dev.weir.cli.train;

import dev.weir.checkpoint.Retention;
import dev.weir.cli.digits.DigitSet;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.records.EventWriter;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.Batches;
import dev.weir.train.Cadence;
import dev.weir.train.Election;
import dev.weir.train.LearningRate;
import dev.weir.train.Model;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.RetryPolicy;
import dev.weir.train.StopAtStep;
import dev.weir.train.TaskSaver;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingSession;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.listener.EventRecorder;
import dev.weir.train.listener.NanGuard;
import dev.weir.train.listener.StepCounter;
import dev.weir.train.listener.StepLogger;
import dev.weir.train.optimizer.Adam;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One of several workers that train a {@link DigitNet} together, each with digits of its own and
 * without waiting for the others: the variables are on parameter servers. The steps of all workers
 * count toward the plan's.
 */
final class DigitsWorker implements AutoCloseable {
  private static final Retention KEPT = Retention.last(3);

  /** A training is saved about so often: what a lost server costs is a part of this. */
  private static final int SAVES = 20;

  private static final int RATE_EVERY = 50;
  private static final int EVENTS_EVERY = 10;
  private static final Cadence NEWS = Cadence.every(Duration.ofMillis(200));

  /** How long no heartbeat of the chief is seen before worker 1 takes over. */
  private static final Duration CHIEF_SILENCE = Duration.ofSeconds(5);

  /**
   * Which worker it is.
   *
   * @param task its number; worker 0 is the chief at first
   * @param workers how many there are
   * @param servers how many parameter servers there are
   */
  record Place(int task, int workers, int servers) {
    Place {
      if (task < 0 || task >= workers || servers < 1) {
        throw WeirException.invalidArgument(
            "worker %d of %d with %d parameter servers: workers are numbered from 0, and there is"
                + " at least one server",
            task, workers, servers);
      }
    }
  }

  private final DigitsTraining.Plan plan;
  private final Place place;
  private final Path checkpoints;
  private final ReplicaDeviceSetter devices;
  private final Model model;
  private final Trainer trainer;
  private final TaskSaver saver;
  private final EventWriter events;
  private boolean isChief;

  /**
   * A worker.
   *
   * @param folder where checkpoints and events go; servers and workers must all see it
   */
  DigitsWorker(DigitsTraining.Plan plan, Place place, Path folder) {
    this.plan = plan;
    this.place = place;
    this.checkpoints = folder.resolve("checkpoints");
    this.devices =
        ReplicaDeviceSetter.of(place.servers(), "/job:worker/task:" + place.task()).bySize();
    this.model = Model.create(new Graph(), plan.seed(), devices);
    LearningRate rate = LearningRate.cosine(plan.rate(), plan.rate() / 100, plan.steps());
    this.trainer = DigitNet.trainer(model, Adam.of(rate));
    if (plan.checksNumerics()) {
      trainer.explainingNan();
    }
    trainer.step();
    this.saver = TaskSaver.of(model, checkpoints.resolve("digits"), KEPT);
    this.events = EventWriter.create(folder.resolve("events").resolve("worker-" + place.task()));
  }

  /** The tasks that a session of it needs, see {@link ReplicaDeviceSetter#filters}. */
  List<String> filters() {
    return devices.filters();
  }

  /** The file of events being written. */
  EventWriter events() {
    return events;
  }

  /** The last checkpoint of all. */
  Path checkpoint() {
    return saver
        .latest()
        .map(last -> checkpoints.resolve(last.getFileName())) // not absolute unless it was asked so
        .orElseThrow(() -> WeirException.notFound("there is no checkpoint in %s", checkpoints));
  }

  /**
   * Makes steps until all workers together have made those of the plan, or somebody asks to stop.
   *
   * @param connects opens a session on the cluster
   * @param digits those of all workers
   * @param news takes a line about the loss several times a second
   * @return how many steps this worker has made
   */
  long train(
      Function<Graph, Session> connects,
      DigitSet digits,
      RetryPolicy patience,
      BooleanSupplier isAskedToStop,
      Consumer<String> news) {
    DigitSet own = digits.part(place.task(), place.workers());
    Batches batches =
        DigitBatches.shuffled(own, plan.batch(), plan.seed() + place.task(), plan.moves());
    long steps = 0;
    TrainingSession training = started(connects, patience, news);
    try (training) {
      long inEpoch = batches.count().orElseThrow();
      long epoch = training.globalStep() / place.workers() / inEpoch;
      Iterator<List<Tensor>> next = batches.epoch(epoch);
      while (!training.shouldStop()) {
        if (!next.hasNext()) {
          next = batches.epoch(++epoch);
        }
        List<Tensor> batch = next.next();
        training.run(runner -> trainer.prepare(runner, batch));
        steps++;
        if (isAskedToStop.getAsBoolean()) {
          training.requestStop("asked to");
        }
      }
    }
    isChief = training.isChief();
    return steps;
  }

  /** Whether it was the chief when its training ended. */
  boolean isChief() {
    return isChief;
  }

  private TrainingSession started(
      Function<Graph, Session> connects, RetryPolicy patience, Consumer<String> news) {
    Election election = Election.byIndex(place.task(), CHIEF_SILENCE);
    Cadence saves = Cadence.everySteps(Math.max(1, plan.steps() / SAVES));
    Cadence records = Cadence.everySteps(EVENTS_EVERY);
    Map<String, Output> loss = Map.of("loss", trainer.loss());
    return TrainingSession.of(model, () -> connects.apply(model.graph()), election)
        .patience(patience)
        .checkpoints(saver)
        .hooks(StopAtStepHook.at(plan.steps()), SummarySaverHook.of(events, records, loss))
        .hooks(NanGuardHook.failing(trainer.loss()), LoggingHook.of(NEWS, loss, news))
        .chiefHooks(
            StepCounterHook.of(Cadence.everySteps(RATE_EVERY), events),
            CheckpointSaverHook.of(saver, saves))
        .start();
  }

  @Override
  public void close() {
    try (events) {
      saver.close();
    }
  }
}
