package dev.weir.conformance;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.SessionConfig;
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
   * @param compared whether TensorFlow has a gradient to compare with
   * @param problem what is wrong; null if all is well
   */
  public record Finding(int checked, boolean compared, @Nullable String problem) {}

  private final SessionConfig config;

  /** Judges gradients run with this configuration. */
  public GradientJudge(SessionConfig config) {
    this.config = config;
  }

  /**
   * Judges one case.
   *
   * @param isFed whether the inputs are placeholders of unknown shape, or constants
   * @param refused the inputs with respect to which the op has no gradient
   */
  public Finding judge(SampleCase sample, boolean isFed, Set<Integer> refused) {
    Graph graph = new Graph();
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    Node node = sample.build(graph, isFed ? feeds : null);
    Ops ops = Ops.create(graph);
    List<Output> inputs =
        IntStream.range(0, node.inputs().size())
            .filter(i -> !refused.contains(i))
            .mapToObj(node::input)
            .filter(GradientJudge::isExact)
            .distinct()
            .toList();
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < node.outputCount(); i++) {
      if (isExact(node.output(i))) {
        outputs.add(node.output(i));
      }
    }
    if (inputs.isEmpty() || outputs.isEmpty()) {
      return new Finding(0, false, null);
    }
    List<Tensor> values;
    List<Tensor> results;
    try (Session session = Session.open(graph, config)) {
      values = run(session, feeds, names(inputs));
      results = run(session, feeds, names(outputs));
    } catch (WeirException e) { // an op may refuse some of its types; SampleJudge asks whether it may
      return new Finding(0, false, null);
    }
    Random random = new Random(7);
    List<Tensor> weights = results.stream().map(result -> weights(result, random)).toList();
    List<Output> starts = new ArrayList<>();
    for (Tensor weight : weights) {
      starts.add(ops.withName("weight" + starts.size()).constant(weight));
    }
    byte[] graphDef = GraphDefs.toBinary(graph);
    List<Gradient> gradients =
        Gradients.in(Scope.of(graph)).startingFrom(starts).of(outputs, inputs);
    List<Output> dense = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Gradient gradient = gradients.get(i);
      dense.add(
          gradient.isNone() ? ops.array.zerosLike(inputs.get(i)) : gradient.dense(ops.scope()));
    }
    try (Session session = Session.open(graph, config)) {
      List<Tensor> ours = run(session, feeds, names(dense));
      FiniteDifferences differences =
          new FiniteDifferences(session, feeds, names(outputs), results, weights);
      for (int i = 0; i < inputs.size(); i++) {
        if (!ours.get(i).shape().equals(values.get(i).shape())) {
          return new Finding(
              0,
              false,
              "the gradient of %s has the shape %s".formatted(inputs.get(i), ours.get(i).shape()));
        }
        String problem = differences.check(inputs.get(i).name(), values.get(i), ours.get(i));
        if (problem != null) {
          return new Finding(differences.checked(), false, problem);
        }
      }
      return compare(
          graphDef, feeds, names(inputs), names(outputs), names(starts), ours, differences);
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
  private static Tensor weights(Tensor result, Random random) {
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
      Map<String, Tensor> feeds,
      List<String> inputs,
      List<String> outputs,
      List<String> starts,
      List<Tensor> ours,
      FiniteDifferences differences) {
    int checked = differences.checked();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      List<@Nullable String> theirs = oracle.addGradients(outputs, inputs, starts);
      boolean compared = false;
      for (int i = 0; i < inputs.size(); i++) {
        String endpoint = theirs.get(i);
        if (endpoint != null) {
          Tensor expected = oracle.run(feeds, List.of(endpoint), List.of()).getFirst();
          compared = true;
          String difference = difference(inputs.get(i), ours.get(i), expected, differences);
          if (difference != null) {
            return new Finding(
                checked, true, "TensorFlow's gradient of " + inputs.get(i) + ": " + difference);
          }
        }
      }
      return new Finding(checked, compared, null);
    } catch (OracleRefusal e) {
      return new Finding(checked, false, null);
    }
  }

  /**
   * How a gradient differs from TensorFlow's; null if it does not, or if TensorFlow's is none: it
   * has not the shape of the input, or finite differences contradict it somewhere.
   */
  private static @Nullable String difference(
      String input, Tensor ours, Tensor theirs, FiniteDifferences differences) {
    if (!ours.shape().equals(theirs.shape())) {
      return null;
    }
    String first = null;
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
            first == null ? "element %s: got %s, expected %s".formatted(i, got, expected) : first;
      }
    }
    return first;
  }
}
