package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The loop of {@link Trainer#fit}: epochs over batches, in a training session. */
final class FitLoop {
  private final Trainer trainer;
  private final TrainingSession training;
  private final FitOptions options;
  private final int workers;
  private long reached;

  FitLoop(Trainer trainer, TrainingSession training, FitOptions options, int workers) {
    this.trainer = trainer;
    this.training = training;
    this.options = options;
    this.workers = workers;
  }

  /** Trains until the options or a listener end it. Returns the reports of all epochs. */
  List<EpochReport> run(Batches batches) {
    try {
      return epochs(batches);
    } catch (RuntimeException e) {
      training.fail(e);
      throw e;
    }
  }

  private List<EpochReport> epochs(Batches batches) {
    List<EpochReport> reports = new ArrayList<>();
    reached = training.nextStep() - 1;
    long passed = options.resumes() ? reached / workers : 0; // batches that earlier steps had
    long inEpoch = Math.max(1, batches.count().orElse(Long.MAX_VALUE));
    long first = passed / inEpoch;
    passed %= inEpoch;
    for (long epoch = first; epoch < options.epochs() && !training.shouldStop(); epoch++) {
      Iterator<List<Tensor>> rest = batches.epoch(epoch);
      if (!rest.hasNext()) {
        throw WeirException.invalidArgument(
            "epoch %d has no batch to train with; are there fewer examples than a batch has?",
            epoch);
      }
      for (; passed > 0 && rest.hasNext(); passed--) {
        rest.next();
      }
      if (rest.hasNext()) {
        reports.add(epoch(epoch, rest));
      }
    }
    end();
    return reports;
  }

  /** All epochs are done, unless the training has been stopped. The chief's epochs decide. */
  private void end() {
    if (!training.shouldStop()) {
      String reason = options.epochs() + " epochs are done";
      if (training.isChief()) {
        training.complete(training.globalStep(), reason);
      } else {
        training.requestStop(reason);
      }
    }
  }

  private EpochReport epoch(long epoch, Iterator<List<Tensor>> batches) {
    long start = System.nanoTime();
    Measurement measurement = trainer.measurement();
    while (!training.shouldStop() && batches.hasNext()) {
      step(epoch, batches.next(), measurement);
    }
    EpochReport report =
        new EpochReport(
            epoch, reached, measurement.all(), evaluation(), (System.nanoTime() - start) / 1e9);
    training.afterEpoch(report);
    return report;
  }

  private void step(long epoch, List<Tensor> batch, Measurement measurement) {
    boolean[] isMade = {false};
    try {
      List<Tensor> unused =
          training.run(
              runner ->
                  measurement.fetch(trainer.prepare(runner.options(options.running()), batch)),
              fetched -> {
                isMade[0] = true;
                return measured(epoch, batch, fetched, measurement);
              });
    } catch (WeirException e) {
      throw isMade[0] ? e : explained(e, batch); // else it is a listener's
    }
    reached = training.nextStep() - 1;
  }

  private static StepMeasures measured(
      long epoch, List<Tensor> batch, List<Tensor> fetched, Measurement measurement) {
    double loss = measurement.add(fetched, Trainer.examples(batch));
    return new StepMeasures(epoch, measurement.ofStep(loss));
  }

  private WeirException explained(WeirException failure, List<Tensor> batch) {
    return trainer
        .explain(
            failure, () -> trainer.prepared(training.runner().options(options.running()), batch))
        .within("training step " + training.nextStep());
  }

  /** What the chief measures with the evaluation data. */
  private Measures evaluation() {
    Batches data = options.evaluation();
    return data == null || !training.isChief()
        ? Measures.NONE
        : training.attempt(
            () -> trainer.evaluate(() -> training.runner().options(options.running()), data));
  }
}
