package dev.weir.conformance;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
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
import dev.weir.testkit.Tolerance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Holds the gradient of an op to finite differences and to TensorFlow's own gradient, at the values
 * of a sample in float64 or complex128.
 *
 * <p>The loss is a weighted sum of the outputs. An element is left out where finite differences say
 * nothing: at a kink, at a pole, or where the value is not finite.
 */
public final class GradientJudge {
  /** So many elements of an input are moved, chosen at random if there are more. */
  private static final int ELEMENTS = 12;

  private static final double STEP = 0x1p-17;
  private static final double ALLOWED = 2e-5;
  private static final double KINK = 1e-3;

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
   */
  public Finding judge(SampleCase sample, boolean isFed) {
    Graph graph = new Graph();
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    Node node = sample.build(graph, isFed ? feeds : null);
    Ops ops = Ops.create(graph);
    List<Output> inputs = node.inputs().stream().filter(GradientJudge::isExact).distinct().toList();
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
      Differences differences =
          new Differences(session, feeds, names(outputs), weights, new Random(11));
      int checked = 0;
      for (int i = 0; i < inputs.size(); i++) {
        if (!ours.get(i).shape().equals(values.get(i).shape())) {
          return new Finding(
              0,
              false,
              "the gradient of %s has the shape %s".formatted(inputs.get(i), ours.get(i).shape()));
        }
        String problem = differences.check(inputs.get(i).name(), values.get(i), ours.get(i));
        if (problem != null) {
          return new Finding(checked, false, problem);
        }
      }
      checked += differences.checked;
      return compare(graphDef, feeds, names(inputs), names(outputs), names(starts), ours, checked);
    }
  }

  private static boolean isExact(Output edge) {
    return edge.dtype() == DType.FLOAT64 || edge.dtype() == DType.COMPLEX128;
  }

  private static List<String> names(List<Output> outputs) {
    return outputs.stream().map(Output::name).toList();
  }

  private static List<Tensor> run(
      Session session, Map<String, Tensor> feeds, List<String> fetches) {
    Runner runner = session.runner();
    feeds.forEach(runner::feed);
    fetches.forEach(runner::fetch);
    return runner.run();
  }

  private static Tensor weights(Tensor like, Random random) {
    Tensor weights = Tensor.allocate(like.dtype(), like.shape());
    for (long i = 0; i < like.elements(); i++) {
      if (like.dtype().isComplex()) {
        weights.setComplex(i, random.nextDouble(-1, 1), random.nextDouble(-1, 1));
      } else {
        weights.setDouble(i, random.nextDouble(-1, 1));
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
      int checked) {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      List<@Nullable String> theirs = oracle.addGradients(outputs, inputs, starts);
      boolean compared = false;
      for (int i = 0; i < inputs.size(); i++) {
        String endpoint = theirs.get(i);
        if (endpoint != null) {
          Tensor expected = oracle.run(feeds, List.of(endpoint), List.of()).getFirst();
          String difference = Tolerance.of(1e-9, 1e-9).compare(ours.get(i), expected).difference();
          compared = true;
          if (difference != null && isUsual(expected)) {
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

  private static boolean isUsual(Tensor tensor) {
    for (long i = 0; i < tensor.elements(); i++) {
      boolean finite =
          tensor.dtype().isComplex()
              ? Double.isFinite(tensor.getReal(i)) && Double.isFinite(tensor.getImaginary(i))
              : Double.isFinite(tensor.getDouble(i));
      if (!finite) {
        return false;
      }
    }
    return true;
  }

  /** Moves elements and looks how the loss changes. */
  private static final class Differences {
    private final Session session;
    private final Map<String, Tensor> feeds;
    private final List<String> outputs;
    private final List<Tensor> weights;
    private final Random random;
    private int checked;

    Differences(
        Session session,
        Map<String, Tensor> feeds,
        List<String> outputs,
        List<Tensor> weights,
        Random random) {
      this.session = session;
      this.feeds = feeds;
      this.outputs = outputs;
      this.weights = weights;
      this.random = random;
    }

    /** What is wrong with a gradient; null if nothing. */
    @Nullable String check(String input, Tensor value, Tensor gradient) {
      long elements = value.elements();
      long count = Math.min(ELEMENTS, elements);
      for (long n = 0; n < count; n++) {
        long i = elements <= ELEMENTS ? n : random.nextLong(elements);
        boolean isComplex = value.dtype().isComplex();
        for (int part = 0; part < (isComplex ? 2 : 1); part++) {
          double ours =
              !isComplex
                  ? gradient.getDouble(i)
                  : part == 0 ? gradient.getReal(i) : gradient.getImaginary(i);
          Double expected = derivative(input, value, i, part);
          if (expected == null) {
            continue;
          }
          checked++;
          if (!(Math.abs(ours - expected) <= ALLOWED * (1 + Math.abs(expected)))) {
            return "the derivative by element %d of %s (%s) is %s, finite differences give %s"
                .formatted(i, input, part == 0 ? "real" : "imaginary", ours, expected);
          }
        }
      }
      return null;
    }

    /** The derivative by two central differences; null where the loss is not smooth. */
    private @Nullable Double derivative(String input, Tensor value, long i, int part) {
      double size = Math.abs(value.dtype().isComplex() ? value.getReal(i) : value.getDouble(i));
      double step = STEP * Math.max(1, size);
      double here = loss(input, value, i, part, 0);
      double up = loss(input, value, i, part, step);
      double down = loss(input, value, i, part, -step);
      double farUp = loss(input, value, i, part, 2 * step);
      double farDown = loss(input, value, i, part, -2 * step);
      double near = (up - down) / (2 * step);
      double far = (farUp - farDown) / (4 * step);
      double bound = KINK * (1 + Math.abs(near));
      boolean smooth =
          Math.abs((up - here) / step - (here - down) / step) <= bound
              && Math.abs(near - far) <= bound * KINK;
      return smooth && Math.abs(here) < 1e6 ? (4 * near - far) / 3 : null;
    }

    private double loss(String input, Tensor value, long i, int part, double change) {
      Tensor moved = Tensor.allocate(value.dtype(), value.shape());
      moved.copyFrom(value, 0, 0, value.elements());
      if (!value.dtype().isComplex()) {
        moved.setDouble(i, value.getDouble(i) + change);
      } else if (part == 0) {
        moved.setComplex(i, value.getReal(i) + change, value.getImaginary(i));
      } else {
        moved.setComplex(i, value.getReal(i), value.getImaginary(i) + change);
      }
      Map<String, Tensor> all = new LinkedHashMap<>(feeds);
      all.put(input, moved.freeze());
      List<Tensor> results = run(session, all, outputs);
      double loss = 0;
      for (int o = 0; o < results.size(); o++) {
        loss += weighted(results.get(o), weights.get(o));
      }
      return loss;
    }

    private static double weighted(Tensor result, Tensor weights) {
      double sum = 0;
      for (long i = 0; i < result.elements(); i++) {
        sum +=
            result.dtype().isComplex()
                ? result.getReal(i) * weights.getReal(i)
                    + result.getImaginary(i) * weights.getImaginary(i)
                : result.getDouble(i) * weights.getDouble(i);
      }
      return sum;
    }
  }
}
