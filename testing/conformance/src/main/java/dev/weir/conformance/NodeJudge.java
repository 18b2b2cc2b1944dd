package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Node;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final Tolerance CLOSE = Tolerance.ofUlps(1024);

  /** Types with few bits round after every step, and there a step has many ulps. */
  private static final Tolerance CLOSE_FOR_FEW_BITS = Tolerance.ofUlps(4);

  /**
   * @param compared whether TensorFlow could run the node
   * @param nudged whether it took moved inputs to explain what differs
   * @param problem what is wrong; null if all is well
   */
  record Judgement(boolean compared, boolean nudged, @Nullable String problem) {
    static final Judgement AGREES = new Judgement(true, false, null);
    static final Judgement AGREES_NUDGED = new Judgement(true, true, null);
    static final Judgement NOT_THERE = new Judgement(false, false, null);

    static Judgement differs(String problem) {
      return new Judgement(true, false, problem);
    }
  }

  private final SampleCase sample;
  private final List<Tensor> inputs;
  private final List<String> fetches = new ArrayList<>();

  /**
   * @param inputs what the node had, in the order of its inputs
   */
  NodeJudge(Node node, List<Tensor> inputs) {
    this.inputs = inputs;
    sample = new SampleCase(sample(node, inputs), Map.of());
    for (int i = 0; i < node.outputCount(); i++) {
      fetches.add(SampleCase.NODE + ":" + i);
    }
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
   * @param refusal why it refused
   * @param isFed whether TensorFlow's node is fed, or has constants that it may use when it infers
   */
  Judgement judge(@Nullable List<Tensor> actual, String refusal, boolean isFed) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    byte[] graphDef = UncheckedGraphs.graphDef(sample, isFed ? feeds : null);
    List<Tensor> expected;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      expected = oracle.run(feeds, fetches, List.of());
    } catch (OracleRefusal e) {
      boolean isMissing =
          e.code() == ErrorCode.UNIMPLEMENTED || e.getMessage().contains("No OpKernel");
      if (isMissing) {
        return Judgement.NOT_THERE;
      }
      if (actual == null) {
        return Judgement.AGREES;
      }
      return nudges().anyAgrees(actual, NodeJudge::compare)
          ? Judgement.AGREES_NUDGED
          : Judgement.differs("only TensorFlow refuses: " + e.getMessage());
    }
    if (actual == null) {
      return nudges().anyRefused()
          ? Judgement.AGREES_NUDGED
          : Judgement.differs("only Weir refuses: " + refusal);
    }
    String difference = compare(actual, expected);
    if (difference == null) {
      return Judgement.AGREES;
    }
    return nudges().explain(actual, expected)
        ? Judgement.AGREES_NUDGED
        : Judgement.differs(difference);
  }

  private Nudges nudges() {
    return new Nudges(sample, inputs, fetches);
  }

  private static @Nullable String compare(List<Tensor> actual, List<Tensor> expected) {
    for (int i = 0; i < actual.size(); i++) {
      DType dtype = actual.get(i).dtype();
      boolean hasFewBits = dtype == DType.FLOAT16 || dtype == DType.BFLOAT16;
      Tolerance tolerance = hasFewBits ? CLOSE_FOR_FEW_BITS : CLOSE;
      String difference = tolerance.compare(actual.get(i), expected.get(i)).difference();
      if (difference != null) {
        return "output " + i + ": " + difference;
      }
    }
    return null;
  }
}
