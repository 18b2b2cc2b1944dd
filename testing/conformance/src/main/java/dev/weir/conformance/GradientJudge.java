package dev.weir.conformance;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.SampleCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the gradient of an op to finite differences and to TensorFlow's own gradient, at the values
 * of a sample in float64 or complex128.
 *
 * <p>The loss is a weighted sum of the outputs. An element is left out where finite differences say
 * nothing: at a kink, at a pole, or where the value is not finite. There TensorFlow's gradient has
 * the word alone; elsewhere finite differences have the last one.
 */
public final class GradientJudge {
  /**
   * What came of a case.
   *
   * @param checked how many derivatives were held to finite differences
   * @param compared whether a gradient of TensorFlow's was compared with, one that finite
   *     differences do not contradict
   * @param problem what is wrong; null if all is well
   */
  public record Finding(int checked, boolean compared, @Nullable String problem) {}

  private final LocalOptions config;

  /** Judges gradients run with this configuration. */
  public GradientJudge(LocalOptions config) {
    this.config = config;
  }

  /**
   * Judges one case.
   *
   * @param isFed whether the inputs are placeholders of unknown shape, or constants
   * @param refused the inputs with respect to which the op has no gradient
   */
  public Finding judge(SampleCase sample, boolean isFed, Set<Integer> refused) {
    Trial trial = new Trial(sample, isFed, refused);
    Trial.@Nullable Run run = trial.isVoid() ? null : trial.runUnlessRefused(config);
    if (run == null) {
      return new Finding(0, false, null);
    }
    List<Tensor> values = run.values();
    List<Tensor> results = run.results();
    Random random = new Random(7);
    List<Tensor> weights = results.stream().map(result -> weights(result, random)).toList();
    List<Output> starts = trial.constants(weights);
    byte[] graphDef = GraphDefs.toBinary(trial.graph);
    List<Output> gradients = trial.gradients(trial.outputs, starts);
    try (Session session = Session.open(trial.graph, config)) {
      List<Tensor> ours = run(session, trial.feeds, names(gradients));
      FiniteDifferences differences =
          new FiniteDifferences(
              session,
              trial.feeds,
              names(trial.outputs),
              results,
              weights,
              FiniteDifferences.areFinite(results));
      String problem = check(differences, trial, values, ours);
      return problem != null
          ? new Finding(differences.checked(), false, problem)
          : compare(graphDef, trial, names(starts), ours, differences);
    }
  }

  /**
   * Judges the gradient of the gradient, unless it is refused, by finite differences of the
   * gradient.
   *
   * @param refused the inputs with respect to which the op has no gradient
   */
  public Finding judgeTwice(SampleCase sample, Set<Integer> refused) {
    Trial trial = new Trial(sample, false, refused);
    Trial.@Nullable Run run = trial.isVoid() ? null : trial.runUnlessRefused(config);
    if (run == null) {
      return new Finding(0, false, null);
    }
    List<Tensor> values = run.values();
    Random random = new Random(13);
    List<Tensor> outputs = run.results();
    List<Tensor> first = outputs.stream().map(result -> weights(result, random)).toList();
    List<Output> gradients = trial.gradients(trial.outputs, trial.constants(first));
    List<Tensor> results = trial.run(gradients, config);
    List<Tensor> weights = results.stream().map(result -> weights(result, random)).toList();
    List<Output> seconds;
    try {
      seconds = trial.gradients(gradients, trial.constants(weights));
    } catch (WeirException e) {
      if (e.code() == ErrorCode.UNIMPLEMENTED) {
        return new Finding(0, false, null);
      }
      throw e;
    }
    try (Session session = Session.open(trial.graph, config)) {
      List<Tensor> ours = run(session, trial.feeds, names(seconds));
      FiniteDifferences differences =
          new FiniteDifferences(
              session,
              trial.feeds,
              names(gradients),
              results,
              weights,
              FiniteDifferences.areFinite(outputs) && FiniteDifferences.areFinite(results));
      String problem = check(differences, trial, values, ours);
      return new Finding(differences.checked(), false, problem);
    }
  }

  private static @Nullable String check(
      FiniteDifferences differences, Trial trial, List<Tensor> values, List<Tensor> ours) {
    for (int i = 0; i < ours.size(); i++) {
      Output input = trial.inputs.get(i);
      if (!ours.get(i).shape().equals(values.get(i).shape())) {
        return "the gradient of %s has the shape %s".formatted(input, ours.get(i).shape());
      }
      String problem = differences.check(input.name(), values.get(i), ours.get(i));
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  /** A node and what it is differentiated by. */
  private static final class Trial {
    private final Graph graph = new Graph();
    private final Map<String, Tensor> feeds = new LinkedHashMap<>();
    private final List<Output> inputs;
    private final List<Output> outputs = new ArrayList<>();

    Trial(SampleCase sample, boolean isFed, Set<Integer> refused) {
      Node node = sample.build(graph, isFed ? feeds : null);
      inputs =
          IntStream.range(0, node.inputs().size())
              .filter(i -> !refused.contains(i))
              .mapToObj(node::input)
              .filter(GradientJudge::isExact)
              .distinct()
              .toList();
      for (int i = 0; i < node.outputCount(); i++) {
        if (isExact(node.output(i))) {
          outputs.add(node.output(i));
        }
      }
    }

    boolean isVoid() {
      return inputs.isEmpty() || outputs.isEmpty();
    }

    /** What the inputs and outputs are. */
    record Run(List<Tensor> values, List<Tensor> results) {}

    /** Null if the op does not take these inputs; both systems agree about that elsewhere. */
    @Nullable Run runUnlessRefused(LocalOptions config) {
      List<Output> all = new ArrayList<>(inputs);
      all.addAll(outputs);
      try {
        List<Tensor> fetched = run(all, config);
        int split = inputs.size();
        return new Run(fetched.subList(0, split), fetched.subList(split, fetched.size()));
      } catch (WeirException e) {
        return null;
      }
    }

    List<Tensor> run(List<Output> fetches, LocalOptions config) {
      try (Session session = Session.open(graph, config)) {
        return GradientJudge.run(session, feeds, names(fetches));
      }
    }

    List<Output> constants(List<Tensor> values) {
      Ops ops = Ops.create(graph);
      return values.stream().map(value -> ops.withName("weight").constant(value)).toList();
    }

    /** The gradients with respect to all inputs; zeros where there is none. */
    List<Output> gradients(List<Output> losses, List<Output> starts) {
      Scope scope = Scope.of(graph);
      List<Gradient> gradients = Gradients.in(scope).startingFrom(starts).of(losses, inputs);
      List<Output> dense = new ArrayList<>();
      for (int i = 0; i < inputs.size(); i++) {
        Gradient gradient = gradients.get(i);
        dense.add(
            gradient.isNone()
                ? Ops.in(scope).array.zerosLike(inputs.get(i))
                : gradient.dense(scope));
      }
      return dense;
    }
  }

  private static boolean isExact(Output edge) {
    return edge.dtype() == DType.FLOAT64 || edge.dtype() == DType.COMPLEX128;
  }

  private static List<String> names(List<Output> outputs) {
    return outputs.stream().map(Output::name).toList();
  }

  static List<Tensor> run(Session session, Map<String, Tensor> feeds, List<String> fetches) {
    Runner runner = session.runner();
    feeds.forEach(runner::feed);
    fetches.forEach(runner::fetch);
    return runner.run();
  }

  /** What is not finite has no weight: its changes say nothing. */
  static Tensor weights(Tensor result, Random random) {
    Tensor weights = Tensor.allocate(result.dtype(), result.shape());
    for (long i = 0; i < result.elements(); i++) {
      double real = random.nextDouble(-1, 1);
      double imaginary = random.nextDouble(-1, 1);
      if (!FiniteDifferences.isFinite(result, i)) {
        real = 0;
        imaginary = 0;
      }
      if (result.dtype().isComplex()) {
        weights.setComplex(i, real, imaginary);
      } else {
        weights.setDouble(i, real);
      }
    }
    return weights.freeze();
  }

  /** Compares with TensorFlow's gradient, where it has one. */
  private static Finding compare(
      byte[] graphDef,
      Trial trial,
      List<String> starts,
      List<Tensor> ours,
      FiniteDifferences differences) {
    List<String> inputs = names(trial.inputs);
    int checked = differences.checked();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      List<@Nullable String> theirs = oracle.addGradients(names(trial.outputs), inputs, starts);
      boolean compared = false;
      for (int i = 0; i < inputs.size(); i++) {
        String endpoint = theirs.get(i);
        if (endpoint != null) {
          Tensor expected = oracle.run(trial.feeds, List.of(endpoint), List.of()).getFirst();
          String difference = difference(inputs.get(i), ours.get(i), expected, differences);
          if (difference == null) {
            continue; // TensorFlow's is none
          }
          compared = true;
          if (!difference.isEmpty()) {
            return new Finding(
                checked, true, "TensorFlow's gradient of " + inputs.get(i) + ": " + difference);
          }
        }
      }
      return new Finding(checked, compared, null);
    } catch (OracleRefusal e) {
      return new Finding(checked, false, null);
    } catch (OracleCrash e) {
      return new Finding(checked, false, e.getMessage());
    }
  }

  /**
   * How a gradient differs from TensorFlow's, empty if it does not; null if TensorFlow's is none:
   * it has not the shape of the input, or finite differences contradict it somewhere.
   */
  private static @Nullable String difference(
      String input, Tensor ours, Tensor theirs, FiniteDifferences differences) {
    if (!ours.shape().equals(theirs.shape())) {
      return null;
    }
    String first = "";
    for (long i = 0; i < ours.elements(); i++) {
      for (int part = 0; part < FiniteDifferences.parts(ours); part++) {
        double got = FiniteDifferences.part(ours, i, part);
        double expected = FiniteDifferences.part(theirs, i, part);
        boolean agrees = Math.abs(got - expected) <= 1e-9 * (1 + Math.abs(expected));
        if (agrees || !Double.isFinite(expected)) {
          continue;
        }
        if (differences.refutes(input, i, part, expected)) {
          return null;
        }
        first =
            first.isEmpty() ? "element %s: got %s, expected %s".formatted(i, got, expected) : first;
      }
    }
    return first;
  }
}
