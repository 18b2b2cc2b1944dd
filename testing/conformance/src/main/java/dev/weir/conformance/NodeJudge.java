package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Signature;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Judges what one node of a graph gave in Weir, by asking TensorFlow what the op gives for the very
 * inputs that the node had. So each node answers for itself: a difference in the last bit is not
 * held against the nodes behind it, however much they magnify it, and a rounding function after it
 * jumps in both systems or in neither.
 *
 * <p>What is left is how an op magnifies the roundings inside it, by cancellation or near a pole.
 * Where results are not close, TensorFlow is asked again with inputs that are moved by an ulp or
 * two: a difference that such inputs explain is none ({@link Nudges}).
 */
final class NodeJudge {
  /** Enough for the series and iterations of special functions, in either system. */
  static final int CLOSE_ULPS = 1024;

  private static final Tolerance CLOSE = Tolerance.ofUlps(CLOSE_ULPS);

  /**
   * Ops that go by way of numbers near 1 (a probability and its logarithm, 1 + x), so that a result
   * far below 1 has the error of an ulp of 1.
   */
  private static final Set<String> NEAR_ONE =
      Set.of(
          "Elu",
          "Erfinv",
          "LogSoftmax",
          "SoftmaxCrossEntropyWithLogits",
          "SparseSoftmaxCrossEntropyWithLogits");

  /** Types with few bits round after every step, and there a step has many ulps. */
  private static final Tolerance CLOSE_FOR_FEW_BITS = Tolerance.ofUlps(4);

  private static final int ULPS_NEAR_ONE = 4;

  /** An ulp of 1. */
  private static final double ULP_OF_FLOAT16 = 0x1p-10;

  private static final double ULP_OF_BFLOAT16 = 0x1p-7;
  private static final double ROOT_OF_LARGEST = Math.sqrt(Float.MAX_VALUE);
  private static final double RELATIVE_NEAR_OVERFLOW = 1e-5;

  /**
   * @param compared whether TensorFlow could run the node
   * @param nudged whether it took moved inputs to explain what differs
   * @param problem what is wrong; null if all is well
   */
  record Judgment(boolean compared, boolean nudged, @Nullable String problem) {
    static final Judgment AGREES = new Judgment(true, false, null);
    static final Judgment AGREES_NUDGED = new Judgment(true, true, null);
    static final Judgment NOT_THERE = new Judgment(false, false, null);

    /** Weir refuses the node, and TensorFlow ends the process. */
    static final Judgment CRASHES = new Judgment(false, false, null);

    static Judgment differs(String problem) {
      return new Judgment(true, false, problem);
    }
  }

  private final SampleCase sample;
  private final LocalOptions config;
  private final List<Tensor> inputs;
  private final boolean isFlushed;
  private final List<Integer> outputs;
  private final List<String> fetches;

  /**
   * @param values what the node had, in the order of its inputs
   * @param config how Weir runs the node again, if need be
   */
  NodeJudge(Node node, List<Tensor> values, LocalOptions config) {
    this.config = config;
    inputs = values.stream().map(Subnormals::flushed).toList();
    isFlushed = !inputs.equals(values);
    sample = new SampleCase(sample(node, inputs), Map.of());
    Set<Integer> open = OpenCases.outputs(node);
    outputs =
        IntStream.range(0, node.outputCount()).filter(i -> !open.contains(i)).boxed().toList();
    fetches = outputs.stream().map(i -> SampleCase.NODE + ":" + i).toList();
  }

  /** The node alone, with its inputs as values. */
  private static OpSample sample(Node node, List<Tensor> inputs) {
    Signature signature = node.op().signature();
    OpSample alone = OpSample.of(signature.name());
    int at = 0;
    for (Signature.Arg arg : signature.inputs()) {
      int count = arg.dtypes(node.attrs()).size();
      List<Tensor> tensors = inputs.subList(at, at + count);
      alone.list(tensors.stream().map(Values::tensor).toArray(Values[]::new));
      at += count;
    }
    node.attrs().asMap().forEach(alone::attr);
    return alone;
  }

  /**
   * Whether TensorFlow agrees.
   *
   * @param actual what the node gave; null if Weir refused to run it
   * @param refusal why it refused; null if it did not
   * @param isFed whether TensorFlow's node is fed, or has constants that it may use when it infers
   */
  Judgment judge(@Nullable List<Tensor> actual, @Nullable WeirException refusal, boolean isFed) {
    if (isFlushed) {
      // TensorFlow takes subnormal inputs for 0: both are asked about 0 then
      try {
        return judgeResult(runAlone(), null, isFed);
      } catch (WeirException e) {
        return judgeResult(null, e, isFed);
      }
    }
    return judgeResult(
        actual == null ? null : outputs.stream().map(actual::get).toList(), refusal, isFed);
  }

  private List<Tensor> runAlone() {
    Graph graph = new Graph();
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    sample.build(graph, feeds);
    try (Session session = Session.open(graph, config)) {
      Runner runner = session.runner();
      feeds.forEach(runner::feed);
      fetches.forEach(runner::fetch);
      return runner.run();
    }
  }

  private Judgment judgeResult(
      @Nullable List<Tensor> actual, @Nullable WeirException refusal, boolean isFed) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    byte[] graphDef = UncheckedGraphs.graphDef(sample, isFed ? feeds : null);
    List<Tensor> expected;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      expected = oracle.run(feeds, fetches, List.of());
    } catch (OracleRefusal e) {
      if (SampleJudge.isMissingKernel(e)) {
        return Judgment.NOT_THERE;
      }
      if (actual == null || refusal != null) {
        return judgeRefusals(refusal, e);
      }
      return nudges().anyAgrees(actual, this::compare)
          ? Judgment.AGREES_NUDGED
          : Judgment.differs("only TensorFlow refuses: " + e.getMessage());
    } catch (OracleCrash e) {
      return actual == null ? Judgment.CRASHES : Judgment.differs(e.getMessage());
    }
    if (actual == null) {
      return nudges().anyRefused()
          ? Judgment.AGREES_NUDGED
          : Judgment.differs("only Weir refuses: " + refusal);
    }
    String difference = compare(actual, expected);
    if (difference == null) {
      return Judgment.AGREES;
    }
    return isOverflow(actual, expected) || nudges().explain(actual, expected)
        ? Judgment.AGREES_NUDGED
        : Judgment.differs(difference);
  }

  private Judgment judgeRefusals(@Nullable WeirException ours, OracleRefusal theirs) {
    if (ours == null) {
      throw new IllegalArgumentException("neither a result nor a refusal");
    }
    String problem = OtherCodes.compare("", List.of(sample.sample().op()), ours, theirs).problem();
    return problem == null ? Judgment.AGREES : Judgment.differs(problem);
  }

  /**
   * Whether results differ only where TensorFlow's are not finite, or 0 by a division by what is
   * not, and inputs are so large that a product of two overflows: Weir computes much in double
   * precision and has no such overflow.
   */
  private boolean isOverflow(List<Tensor> actual, List<Tensor> expected) {
    boolean isLarge = inputs.stream().anyMatch(NodeJudge::isLarge);
    for (int i = 0; isLarge && i < actual.size(); i++) {
      Tensor ours = actual.get(i);
      Tensor theirs = expected.get(i);
      if (ours.dtype() != DType.FLOAT32 || !ours.shape().equals(theirs.shape())) {
        return false;
      }
      for (long n = 0; n < ours.elements(); n++) {
        double value = theirs.getDouble(n);
        if (Double.isFinite(value)
            && value != 0
            && !(Math.abs(ours.getDouble(n) - value) <= Math.abs(value) * RELATIVE_NEAR_OVERFLOW)) {
          return false;
        }
      }
    }
    return isLarge;
  }

  private static boolean isLarge(Tensor input) {
    for (long i = 0; input.dtype() == DType.FLOAT32 && i < input.elements(); i++) {
      double size = Math.abs(input.getDouble(i));
      if (size > ROOT_OF_LARGEST && size <= Float.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private Nudges nudges() {
    return new Nudges(sample, inputs, fetches);
  }

  /** How far from each other numbers may be that were near 1. */
  private static double nearOne(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> ULP_OF_FLOAT16;
      case BFLOAT16 -> ULP_OF_BFLOAT16;
      case FLOAT32 -> ULPS_NEAR_ONE * Math.ulp(1f);
      default -> ULPS_NEAR_ONE * Math.ulp(1.0);
    };
  }

  private @Nullable String compare(List<Tensor> actual, List<Tensor> expected) {
    for (int i = 0; i < actual.size(); i++) {
      DType dtype = actual.get(i).dtype();
      boolean hasFewBits = dtype == DType.FLOAT16 || dtype == DType.BFLOAT16;
      Tolerance tolerance = hasFewBits ? CLOSE_FOR_FEW_BITS : CLOSE;
      if (NEAR_ONE.contains(sample.sample().op())) {
        tolerance = new Tolerance(tolerance.ulps(), nearOne(dtype), 0);
      }
      String difference =
          tolerance
              .compare(Subnormals.flushed(actual.get(i)), Subnormals.flushed(expected.get(i)))
              .difference();
      if (difference != null) {
        return "output " + outputs.get(i) + ": " + difference;
      }
    }
    return null;
  }
}
