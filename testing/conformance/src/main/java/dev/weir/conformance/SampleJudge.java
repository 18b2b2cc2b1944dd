package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.SessionConfig;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a sample in Weir and in TensorFlow through the same GraphDef and compares: values, types,
 * inferred shapes, and whether both refuse it.
 */
public final class SampleJudge {
  private final SessionConfig config;

  /** Judges sessions with this configuration. */
  public SampleJudge(SessionConfig config) {
    this.config = config;
  }

  /** With inputs as constants, and again with inputs that are fed. */
  public Verdict judge(SampleCase sample) {
    Verdict constant = judge(sample, false);
    if (constant.problem() != null
        || !constant.isSupportedThere()
        || sample.sample().isConstantsOnly()) {
      return constant;
    }
    Verdict fed = judge(sample, true);
    return fed.problem() == null && fed.isSupportedThere()
        ? Verdict.agrees(Math.max(constant.worstUlps(), fed.worstUlps()))
        : fed;
  }

  private Verdict judge(SampleCase sample, boolean isFed) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    String how = isFed ? "fed: " : "constant: ";
    String refusal = sample.sample().refusal();
    Graph graph = new Graph();
    Node node;
    try {
      node = sample.build(graph, isFed ? feeds : null);
    } catch (WeirException e) {
      return refusal == null
          ? Verdict.differs(how + "Weir refuses to build it: " + e.getMessage())
          : checkRefusal(how, refusal, e, refusedByTensorFlow(sample, isFed, feeds));
    }
    byte[] graphDef = GraphDefs.toBinary(graph);
    List<String> fetches = fetches(node);
    List<String> targets = fetches.isEmpty() ? List.of(node.name()) : List.of();
    List<List<Tensor>> expected = new ArrayList<>();
    @Nullable OracleRefusal oracleRefusal = null;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      for (int run = 0; run < sample.sample().runs(); run++) {
        expected.add(oracle.run(feeds, fetches, targets));
      }
      String shapes = isFed ? null : compareShapes(node, oracle);
      if (shapes != null) {
        return Verdict.differs(how + shapes);
      }
    } catch (OracleRefusal e) {
      oracleRefusal = e;
    }
    if (oracleRefusal != null && isMissingKernel(oracleRefusal)) {
      return Verdict.notThere();
    }
    try (Session session = Session.open(graph, config)) {
      return compare(how, sample, session, feeds, fetches, targets, expected, oracleRefusal);
    }
  }

  private static boolean isMissingKernel(OracleRefusal refusal) {
    return String.valueOf(refusal.getMessage()).contains("No OpKernel was registered")
        || refusal.code() == ErrorCode.UNIMPLEMENTED;
  }

  private Verdict compare(
      String how,
      SampleCase sample,
      Session session,
      Map<String, Tensor> feeds,
      List<String> fetches,
      List<String> targets,
      List<List<Tensor>> expected,
      @Nullable OracleRefusal oracleRefusal) {
    String refusal = sample.sample().refusal();
    double worst = 0;
    for (int run = 0; run < sample.sample().runs(); run++) {
      List<Tensor> actual;
      try {
        Runner runner = session.runner();
        feeds.forEach(runner::feed);
        fetches.forEach(runner::fetch);
        targets.forEach(runner::addTarget);
        actual = runner.run();
      } catch (WeirException e) {
        return refusal == null
            ? Verdict.differs(how + "Weir fails: " + e.getMessage())
            : checkRefusal(how, refusal, e, oracleRefusal);
      }
      if (refusal != null) {
        return Verdict.differs(how + "Weir does not refuse it");
      }
      if (oracleRefusal != null) {
        return Verdict.differs(how + "only TensorFlow refuses it: " + oracleRefusal.getMessage());
      }
      Tolerance.Comparison comparison = compareAll(sample, actual, expected.get(run));
      if (comparison.difference() != null) {
        return Verdict.differs(how + comparison.difference());
      }
      worst = Math.max(worst, comparison.worstUlps());
    }
    return Verdict.agrees(worst);
  }

  private static Tolerance.Comparison compareAll(
      SampleCase sample, List<Tensor> actual, List<Tensor> expected) {
    double worst = 0;
    for (int i = 0; i < actual.size(); i++) {
      if (!sample.sample().comparesValues(i)
          && actual.get(i).dtype() == expected.get(i).dtype()
          && actual.get(i).shape().equals(expected.get(i).shape())) {
        continue;
      }
      Tolerance.Comparison comparison =
          sample.sample().tolerance().compare(actual.get(i), expected.get(i));
      if (comparison.difference() != null) {
        return new Tolerance.Comparison(
            comparison.worstUlps(), "output " + i + ": " + comparison.difference());
      }
      worst = Math.max(worst, comparison.worstUlps());
    }
    return new Tolerance.Comparison(worst, null);
  }

  private static Verdict checkRefusal(
      String how, String fragment, WeirException ours, @Nullable OracleRefusal theirs) {
    if (theirs == null) {
      return Verdict.differs(how + "only Weir refuses it: " + ours.getMessage());
    }
    if (!String.valueOf(ours.getMessage()).contains(fragment)) {
      return Verdict.differs(
          how + "Weir's refusal does not say \"" + fragment + "\": " + ours.getMessage());
    }
    if (isMissingKernel(theirs)) {
      return Verdict.notThere();
    }
    return Verdict.agrees(0);
  }

  /** Asks TensorFlow about a graph that Weir refuses to build. */
  private static @Nullable OracleRefusal refusedByTensorFlow(
      SampleCase sample, boolean isFed, Map<String, Tensor> feeds) {
    Map<String, Tensor> values = new LinkedHashMap<>(feeds);
    byte[] graphDef = UncheckedGraphs.graphDef(sample, isFed ? values : null);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      oracle.run(isFed ? values : Map.of(), List.of(), List.of(SampleCase.NODE));
      return null;
    } catch (OracleRefusal e) {
      return e;
    }
  }

  private static List<String> fetches(Node node) {
    List<String> fetches = new ArrayList<>();
    for (int i = 0; i < node.outputCount(); i++) {
      if (node.outputDtype(i) != DType.RESOURCE && node.outputDtype(i) != DType.VARIANT) {
        fetches.add(node.name() + ":" + i);
      }
    }
    return fetches;
  }

  static @Nullable String compareShapes(Node node, TensorFlowOracle oracle) {
    for (int i = 0; i < node.outputCount(); i++) {
      String endpoint = node.name() + ":" + i;
      Shape expected = oracle.inferredShape(endpoint);
      if (!node.outputShape(i).equals(expected)) {
        return "output "
            + i
            + ": inferred "
            + node.outputShape(i)
            + ", TensorFlow infers "
            + expected;
      }
      if (node.outputDtype(i) != oracle.outputDtype(endpoint)) {
        return "output "
            + i
            + ": is "
            + node.outputDtype(i)
            + ", in TensorFlow "
            + oracle.outputDtype(endpoint);
      }
    }
    return null;
  }
}
