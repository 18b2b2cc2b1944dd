package dev.weir.train.fit;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Model;
import dev.weir.train.fit.Callback.EpochReport;
import dev.weir.train.fit.Callback.Next;
import dev.weir.train.fit.Callback.StepReport;
import dev.weir.train.optimizer.LossScale;
import dev.weir.train.optimizer.Optimizer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps that train a model, and evaluates it.
 *
 * {@snippet :
 * Trainer trainer =
 *     Trainer.of(model, loss, Adam.of(1e-3f))
 *         .inputs(x, labels)
 *         .metric("accuracy", Metrics.accuracy(labels, logits));
 * trainer.fit(
 *     session,
 *     Batches.of(images, digits).batch(32).shuffled(42),
 *     FitOptions.epochs(5).evaluating(Batches.of(testImages, testDigits).batch(256)),
 *     EarlyStop.highest("accuracy", 2));
 * }
 *
 * <p>There is nothing in it that a program could not do itself:
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
  private final MissingValues missing;
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
    this.missing = new MissingValues(model);
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
   * Prepares a step that trains with a batch, for those who run steps themselves, such as a
   * training session.
   */
  public Runner prepare(Runner runner, List<Tensor> batch) {
    return feed(runner, batch).feed(model.training(), Tensors.scalar(true)).addTarget(step());
  }

  /**
   * Trains. Variables without a value get their initial one first, so what was restored stays.
   *
   * @return the reports of all epochs
   * @throws WeirException if the loss of a step is not finite. Such a step changes no trained
   *     variable; it is run again to name the node that made the first NaN or infinity
   */
  public List<EpochReport> fit(
      Session session, Batches batches, FitOptions options, Callback... callbacks) {
    Node node = step();
    Output count = model.globalStep().asOutput();
    missing.initialize(session, options.running());
    long before = session.runner().options(options.running()).run(count).getLong(0);
    return new Fit(session, options, List.of(callbacks), node, before).all(batches);
  }

  /** The mean loss, by the name {@code loss}, and the metrics of all batches of an epoch. */
  public Measures evaluate(Session session, Batches batches) {
    return evaluate(session, batches, RunOptions.DEFAULT);
  }

  private Measures evaluate(Session session, Batches batches, RunOptions running) {
    Measurement measurement = new Measurement(loss, metrics);
    Iterator<List<Tensor>> all = batches.epoch(0);
    while (all.hasNext()) {
      List<Tensor> batch = all.next();
      Runner runner = feed(session.runner().options(running), batch);
      measurement.add(measurement.fetch(runner).run(), examples(batch));
    }
    return measurement.all();
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

  private static long examples(List<Tensor> batch) {
    Shape shape = batch.isEmpty() ? Shape.scalar() : batch.getFirst().shape();
    return shape.isScalar() ? 1 : shape.size(0);
  }

  /** One training. */
  private final class Fit {
    private final Session session;
    private final FitOptions options;
    private final List<Callback> callbacks;
    private final Node node;
    private final long before;
    private long done;
    private boolean stopped;

    Fit(Session session, FitOptions options, List<Callback> callbacks, Node node, long before) {
      this.session = session;
      this.options = options;
      this.callbacks = callbacks;
      this.node = node;
      this.before = before;
    }

    List<EpochReport> all(Batches batches) {
      List<EpochReport> reports = new ArrayList<>();
      long passed = options.resumes() ? before : 0; // batches that earlier steps had
      long inEpoch = Math.max(1, batches.count().orElse(Long.MAX_VALUE));
      long first = passed / inEpoch;
      passed %= inEpoch;
      for (long epoch = first; epoch < options.epochs() && goesOn(); epoch++) {
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
      return reports;
    }

    private boolean goesOn() {
      return !stopped && (options.resumes() ? before : 0) + done < options.steps();
    }

    private EpochReport epoch(long epoch, Iterator<List<Tensor>> batches) {
      long start = System.nanoTime();
      Measurement measurement = new Measurement(loss, metrics);
      while (goesOn() && batches.hasNext()) {
        step(epoch, batches.next(), measurement);
      }
      Batches evaluation = options.evaluation();
      EpochReport report =
          new EpochReport(
              epoch,
              before + done,
              measurement.all(),
              evaluation == null ? Measures.NONE : evaluate(session, evaluation, options.running()),
              seconds(start));
      callbacks.forEach(callback -> stopped |= callback.onEpochEnd(report) == Next.STOP);
      return report;
    }

    private void step(long epoch, List<Tensor> batch, Measurement measurement) {
      long start = System.nanoTime();
      long number = before + done + 1;
      double value = measurement.add(run(number, batch, measurement), examples(batch));
      done++;
      StepReport report =
          new StepReport(number, epoch, value, measurement.metrics(), seconds(start));
      callbacks.forEach(callback -> stopped |= callback.onStep(report) == Next.STOP);
    }

    private List<Tensor> run(long number, List<Tensor> batch, Measurement measurement) {
      try {
        Runner runner = measurement.fetch(prepared(batch)).addTarget(node);
        List<Callback> tracing = callbacks.stream().filter(each -> each.traces(number)).toList();
        return tracing.isEmpty() ? runner.run() : traced(number, runner, tracing);
      } catch (WeirException failure) {
        WeirException reason =
            guard != null && guard.isCauseOf(failure)
                ? guard.explain(failure, () -> prepared(batch))
                : failure;
        throw reason.within("training step " + number);
      }
    }

    private static List<Tensor> traced(long number, Runner runner, List<Callback> tracing) {
      TracedRun traced = runner.runTraced();
      tracing.forEach(callback -> callback.onTrace(number, traced.trace()));
      return traced.fetched();
    }

    private Runner prepared(List<Tensor> batch) {
      Runner runner = feed(session.runner().options(options.running()), batch);
      return runner.feed(model.training(), Tensors.scalar(true));
    }

    private static double seconds(long start) {
      return (System.nanoTime() - start) / 1e9;
    }
  }
}
