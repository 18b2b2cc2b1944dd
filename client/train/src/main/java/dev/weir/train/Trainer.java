package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model over many batches, and evaluates it. The same program trains in this process and
 * on a cluster; only the {@link TrainingTarget} differs.
 *
 * {@snippet :
 * Trainer trainer =
 *     Trainer.of(model, loss, Adam.of(1e-3f))
 *         .inputs(x, labels)
 *         .metric("accuracy", Metrics.accuracy(labels, logits));
 * trainer.fit(
 *     TrainingTarget.local(),
 *     Batches.of(images, digits).batch(32).shuffled(42),
 *     FitOptions.epochs(5)
 *         .evaluating(Batches.of(testImages, testDigits).batch(256))
 *         .checkpoints(saver),
 *     CheckpointSaver.everyEpoch(),
 *     EarlyStopping.highest("accuracy", 2));
 * }
 *
 * <p>{@link TrainingSession} is the loop beneath. Beneath that there are only steps of a session:
 *
 * {@snippet :
 * Node step = Adam.of(1e-3f).minimize(model, loss);
 * session.runner().addTarget(model.initializer()).run();
 * for (int epoch = 0; epoch < 5; epoch++) {
 *   for (var batch = batches.epoch(epoch); batch.hasNext(); ) {
 *     List<Tensor> columns = batch.next();
 *     session.runner()
 *         .feed(x, columns.get(0)).feed(labels, columns.get(1))
 *         .feed(model.training(), Tensors.scalar(true))
 *         .addTarget(step)
 *         .run();
 *   }
 * }
 * }
 *
 * <p>The step is built when it is first needed; from then on the trainer cannot be changed. Not
 * thread-safe.
 */
public final class Trainer {
  private final Model model;
  private final Output loss;
  private final Optimizer optimizer;
  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final List<Output> inputs = new ArrayList<>();
  private UnaryOperator<List<Optimizer.Update>> change = updates -> updates;
  private UnaryOperator<Node> follow = made -> made;
  private @Nullable LossScale scale;
  private boolean explainsNan;
  private @Nullable Node step;
  private @Nullable FiniteGuard guard;

  private Trainer(Model model, Output loss, Optimizer optimizer) {
    this.model = model;
    this.loss = loss;
    this.optimizer = optimizer;
  }

  /** Makes a loss small. */
  public static Trainer of(Model model, Operand loss, Optimizer optimizer) {
    Shape shape = loss.shape();
    if (shape.hasRank() && !shape.isScalar()) {
      throw WeirException.invalidArgument(
          "a loss is a scalar, got %s; take its mean, as with Losses.mean", loss.asOutput());
    }
    return new Trainer(model, loss.asOutput(), optimizer);
  }

  /** What the tensors of a batch are fed to, in their order. */
  public Trainer inputs(Operand... placeholders) {
    inputs.clear();
    for (Operand placeholder : placeholders) {
      inputs.add(placeholder.asOutput());
    }
    return this;
  }

  /** Measures the model in every epoch and every evaluation. */
  public Trainer metric(String name, Metric metric) {
    if (name.equals(Measurement.LOSS) || metrics.containsKey(name)) {
      throw WeirException.invalidArgument(
          "there is a measure called \"%s\" already; choose another name", name);
    }
    metrics.put(name, metric);
    return this;
  }

  /** Takes the mean of a scalar in every epoch and every evaluation. */
  public Trainer metric(String name, Operand scalar) {
    return metric(name, Metrics.mean(scalar));
  }

  /** Changes gradients before they are used, as by {@code Clipping}. */
  public Trainer gradients(UnaryOperator<List<Optimizer.Update>> how) {
    checkUnbuilt();
    change = how;
    return this;
  }

  /** Scales the loss, as float16 needs it: a model that computes in that is scaled anyway. */
  public Trainer scaling(LossScale how) {
    checkUnbuilt();
    scale = how;
    return this;
  }

  /** Adds to a step what comes after it, as {@code ExponentialMovingAverage::after}. */
  public Trainer following(UnaryOperator<Node> what) {
    checkUnbuilt();
    follow = what;
    return this;
  }

  /**
   * Looks for NaN and infinity in all gradients too, not only in the loss, before a step changes a
   * trained variable. Steps take a little longer.
   */
  public Trainer explainingNan() {
    checkUnbuilt();
    explainsNan = true;
    return this;
  }

  private void checkUnbuilt() {
    if (step != null) {
      throw WeirException.failedPrecondition(
          "the training step is built already; say this before the first fit");
    }
  }

  /** The node that makes a step. Variables of the optimizer are there from now on. */
  public Node step() {
    Node built = step;
    if (built == null) {
      List<GraphVariable> variables = model.trainable();
      boolean isScaledAnyway = scale == null && model.precision().needsLossScale();
      LossScale scaled = isScaledAnyway ? LossScale.dynamic() : scale;
      List<Optimizer.Update> updates =
          scaled == null
              ? Optimizer.gradients(model, loss, variables)
              : scaled.gradients(model, loss, variables);
      FiniteGuard checks = FiniteGuard.of(model, loss, updates, explainsNan);
      guard = checks;
      built = follow.apply(optimizer.apply(model, change.apply(checks.checked())));
      step = built;
    }
    return built;
  }

  /** What is made small. */
  public Output loss() {
    return loss;
  }

  /**
   * Prepares a step that trains with a batch, for programs that run steps themselves, as in a
   * {@link TrainingSession}.
   */
  public Runner prepare(Runner runner, List<Tensor> batch) {
    return prepared(runner, batch).addTarget(step());
  }

  /** Feeds a batch to a training step. */
  Runner prepared(Runner runner, List<Tensor> batch) {
    return feed(runner, batch).feed(model.training(), Tensors.scalar(true));
  }

  /**
   * Trains in an open session, which stays open: {@link TrainingTarget#in}. Variables that have a
   * value keep it.
   */
  public List<EpochReport> fit(
      Session session, Batches batches, FitOptions options, TrainingListener... listeners) {
    return fit(TrainingTarget.in(session), batches, options, listeners);
  }

  /**
   * Trains. Returns when all epochs or steps are done, or a listener has stopped the training.
   *
   * @return the reports of all epochs of this process
   * @throws WeirException if the loss of a step is not finite. Such a step changes no trained
   *     variable; it is run again to name the node that made the first NaN or infinity
   */
  public List<EpochReport> fit(
      TrainingTarget target, Batches batches, FitOptions options, TrainingListener... listeners) {
    Node ignored = step(); // before the training looks at the variables
    TrainingSession.Builder builder = TrainingSession.of(model, target);
    ModelSaver saver = options.checkpoints();
    if (saver != null) {
      builder.checkpoints(saver);
    }
    if (options.steps() < Long.MAX_VALUE) {
      builder.listeners(
          options.resumes()
              ? TrainingListener.stopAtStep(options.steps())
              : TrainingListener.stopAfterSteps(options.steps()));
    }
    try (TrainingSession training = builder.listeners(listeners).start()) {
      return new FitLoop(this, training, options, target.workers()).run(batches);
    }
  }

  /** The mean loss, by the name {@code loss}, and the metrics of all batches of an epoch. */
  public Measures evaluate(Session session, Batches batches) {
    return evaluate(session::runner, batches);
  }

  Measures evaluate(Supplier<Runner> runners, Batches batches) {
    Measurement measurement = measurement();
    Iterator<List<Tensor>> all = batches.epoch(0);
    while (all.hasNext()) {
      List<Tensor> batch = all.next();
      Runner runner = feed(runners.get(), batch);
      double unused = measurement.add(measurement.fetch(runner).run(), examples(batch));
    }
    return measurement.all();
  }

  /** Starts to measure the loss and the metrics. */
  Measurement measurement() {
    return new Measurement(loss, metrics);
  }

  /** Why a step failed, with the node that made the first NaN or infinity if that is the reason. */
  WeirException explain(WeirException failure, Supplier<Runner> prepared) {
    FiniteGuard checks = guard;
    if (checks == null || !checks.isCauseOf(failure)) {
      return failure;
    }
    try {
      return checks.explain(failure, prepared);
    } catch (WeirException e) {
      failure.addSuppressed(e);
      return failure;
    }
  }

  private Runner feed(Runner runner, List<Tensor> batch) {
    if (batch.size() != inputs.size()) {
      throw WeirException.invalidArgument(
          "a batch has a tensor for every input: %d inputs, %d tensors%s",
          inputs.size(), batch.size(), inputs.isEmpty() ? "; name the inputs first" : "");
    }
    for (int i = 0; i < batch.size(); i++) {
      runner.feed(inputs.get(i), batch.get(i));
    }
    return runner;
  }

  static long examples(List<Tensor> batch) {
    Shape shape = batch.isEmpty() ? Shape.scalar() : batch.getFirst().shape();
    return shape.isScalar() ? 1 : shape.size(0);
  }
}
