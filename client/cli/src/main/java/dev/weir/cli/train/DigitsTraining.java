package dev.weir.cli.train;

import dev.weir.checkpoint.CheckpointSeries;
import dev.weir.checkpoint.Retention;
import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.error.WeirException;
import dev.weir.ops.state.GraphVariable;
import dev.weir.records.EventWriter;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.optimizer.LearningRate;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Trains a {@link DigitNet}: a plain loop over batches that writes events as it goes and a
 * checkpoint after every pass over the data.
 */
final class DigitsTraining implements AutoCloseable {
  private static final int EVENTS_EVERY = 10;
  private static final Retention KEPT = Retention.last(2);

  /** How much of the past the loss that is shown forgets with every step. */
  private static final double FORGETTING = 0.05;

  /**
   * How to train.
   *
   * @param moves by how many pixels digits are moved at random
   */
  record Plan(int steps, int batch, float rate, long seed, int moves) {
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
  private final DigitSet data;
  private final DigitNet net;
  private final Session session;
  private final EventWriter events;
  private final Path folder;
  private final CheckpointSeries checkpoints;
  private final SplittableRandom random;
  private double shownLoss = Double.NaN;

  DigitsTraining(Plan plan, DigitSet data, Path folder) {
    if (plan.batch() > data.size()) {
      throw WeirException.invalidArgument(
          "a batch of %d digits needs as many, there are %d; use a smaller --batch",
          plan.batch(), data.size());
    }
    this.plan = plan;
    this.data = data;
    this.random = new SplittableRandom(plan.seed());
    LearningRate rate = LearningRate.cosine(plan.rate(), plan.rate() / 100, plan.steps());
    this.net = DigitNet.forTraining(plan.seed(), rate);
    this.folder = folder.resolve("checkpoints");
    this.checkpoints = CheckpointSeries.of(this.folder, "digits", KEPT);
    this.events = EventWriter.create(folder.resolve("events"));
    this.session = Session.open(net.graph());
  }

  /** The file of events being written. */
  EventWriter events() {
    return events;
  }

  /** Makes all steps. Returns the last checkpoint's prefix. */
  Path train(ProgressBar progress) {
    events.graph(net.graph());
    session.runner().addTarget(net.initializer()).run();
    int stepsInPass = data.size() / plan.batch();
    int[] order = IntStream.range(0, data.size()).toArray();
    Path saved = Path.of("");
    for (int step = 0; step < plan.steps(); step++) {
      int inPass = step % stepsInPass;
      if (inPass == 0) {
        shuffle(order);
      }
      step(step + 1, order, inPass * plan.batch());
      progress.update(step + 1, String.format(Locale.ROOT, "loss %.4f", shownLoss));
      if (inPass == stepsInPass - 1 || step == plan.steps() - 1) {
        saved = checkpoints.save(step + 1L, OptionalDouble.empty(), values());
      }
    }
    events.flush();
    return saved;
  }

  private void step(int number, int[] order, int from) {
    boolean isRecorded = number % EVENTS_EVERY == 0 || number == plan.steps();
    Tensor images =
        plan.moves() == 0
            ? data.images(order, from, plan.batch())
            : data.movedImages(order, from, plan.batch(), plan.moves(), random);
    Runner runner =
        session
            .runner()
            .feed(net.image(), images)
            .feed(net.label(), data.labels(order, from, plan.batch()))
            .feed(net.training(), Tensors.scalar(true))
            .fetch(net.loss())
            .fetch(net.accuracy())
            .addTarget(net.step());
    List<Tensor> fetched = runner.run();
    float loss = fetched.get(0).getFloat(0);
    if (!Float.isFinite(loss)) {
      throw WeirException.failedPrecondition(
          "the loss is %s at step %d, so the model can learn no more: the rate %s is likely too"
              + " high, try --rate %s; checkpoints saved before are whole, in %s",
          loss, number, plan.rate(), plan.rate() / 10, folder);
    }
    shownLoss = number == 1 ? loss : shownLoss + FORGETTING * (loss - shownLoss);
    if (isRecorded) {
      events.scalar(number, "loss", loss);
      events.scalar(number, "accuracy", fetched.get(1).getFloat(0));
    }
  }

  /** The values of all variables, by name. */
  Map<String, Tensor> values() {
    List<GraphVariable> variables = net.variables();
    Runner runner = session.runner();
    variables.forEach(runner::fetch);
    List<Tensor> fetched = runner.run();
    Map<String, Tensor> values = new LinkedHashMap<>();
    for (int i = 0; i < fetched.size(); i++) {
      values.put(variables.get(i).name(), fetched.get(i));
    }
    return values;
  }

  private void shuffle(int[] order) {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
  }

  @Override
  public void close() {
    session.close();
    events.close();
  }
}
