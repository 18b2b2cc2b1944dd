package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a sample in Weir and in TensorFlow through the same GraphDef and compares: values, types,
 * inferred shapes, and whether both refuse it.
 */
public final class SampleJudge {
  private static final List<String> MISSING_KERNEL =
      List.of(
          "No OpKernel was registered",
          "has constraint on attr", // no node can name the attr
          "Signature mismatch", // of types that belong together
          "cannot be converted to a boolean",
          "Unsupported data type",
          "Unsupported dtype");

  private final List<LocalOptions> configs;

  /** Judges sessions with each of these configurations; TensorFlow is asked once for all. */
  public SampleJudge(LocalOptions... configs) {
    this.configs = List.of(configs);
  }

  /** With inputs as constants, and again with inputs that are fed. */
  public Verdict judge(SampleCase sample) {
    Verdict constant = judge(sample, false);
    if (constant.problem() != null || sample.sample().isConstantsOnly()) {
      return constant;
    }
    Verdict fed = judge(sample, true);
    if (sample.sample().deviation() != null && sample.sample().isAsked()) {
      return judgeDeviation(constant, fed);
    }
    return fed.problem() != null || fed.means() != constant.means()
        ? fed
        : new Verdict(constant.worst().max(fed.worst()), null, fed.means(), fed.attrs());
  }

  /** A deviation shows in at least one of the two ways. */
  private static Verdict judgeDeviation(Verdict constant, Verdict fed) {
    if (fed.problem() != null || isDeviation(fed)) {
      return fed;
    }
    return isDeviation(constant) ? constant : Verdict.differs("TensorFlow no longer deviates");
  }

  private static boolean isDeviation(Verdict verdict) {
    return verdict.means() == Verdict.Means.DEVIATES || verdict.means() == Verdict.Means.CRASH;
  }

  private Verdict judge(SampleCase sample, boolean isFed) {
    return OnednnDeviations.explain(sample.sample(), judgeStrictly(sample, isFed));
  }

  private Verdict judgeStrictly(SampleCase sample, boolean isFed) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    String how = isFed ? "fed: " : "constant: ";
    String refusal = sample.sample().refusal();
    Graph graph = new Graph();
    Node node;
    try {
      node = sample.build(graph, isFed ? feeds : null);
    } catch (WeirException e) {
      if (!sample.sample().isAsked() && e.code() == ErrorCode.UNIMPLEMENTED) {
        return Verdict.of(Verdict.Means.NO_KERNEL);
      }
      return refusal == null
          ? Verdict.differs(how + "Weir refuses to build it: " + e.getMessage())
          : judgeUnchecked(how, e, sample, isFed, feeds);
    }
    if (!sample.sample().isAsked()) {
      return each(config -> new WiderJudge(config).judge(how, sample, isFed));
    }
    byte[] graphDef = TensorFlowOps.readable(sample.sample().op(), GraphDefs.toBinary(graph));
    List<String> fetches = fetches(node);
    List<String> targets = targets(node, fetches);
    List<List<Tensor>> expected = new ArrayList<>();
    @Nullable OracleRefusal oracleRefusal = null;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      for (int run = 0; run < sample.sample().runs(); run++) {
        expected.add(oracle.run(feeds, fetches, targets));
      }
      boolean isInferred = !isFed && sample.sample().deviation() == null;
      String shapes = isInferred ? compareShapes(node, oracle) : null;
      if (shapes != null) {
        return Verdict.differs(how + shapes);
      }
    } catch (OracleRefusal e) {
      oracleRefusal = e;
    } catch (OracleCrash e) {
      if (refusal == null && sample.sample().deviation() != null) {
        Verdict wider = each(config -> new WiderJudge(config).judge(how, sample, isFed));
        return wider.problem() == null ? Verdict.of(Verdict.Means.DEVIATES) : wider;
      }
      return each(
          config ->
              judgeCrash(how, sample, () -> refusal(config, graph, feeds, fetches, targets), e));
    }
    if (oracleRefusal != null && isMissingKernel(oracleRefusal)) {
      return each(
          config ->
              refusal == null
                  ? new WiderJudge(config).judge(how, sample, isFed)
                  : judgeAlone(how, sample, () -> refusal(config, graph, feeds, fetches, targets)));
    }
    OracleRefusal theirs = oracleRefusal;
    return each(
        config -> {
          try (Session session = Session.open(graph, config)) {
            return compare(how, sample, session, feeds, fetches, targets, expected, theirs);
          }
        });
  }

  /** The verdict on the first configuration, unless there is a problem with another one. */
  private Verdict each(Function<LocalOptions, Verdict> judge) {
    Verdict first = judge.apply(configs.getFirst());
    for (LocalOptions other : configs.subList(1, configs.size())) {
      Verdict verdict = first.problem() == null ? judge.apply(other) : first;
      if (verdict.problem() != null) {
        return verdict;
      }
    }
    return first;
  }

  /** Holds a refusal to what the sample says alone, where TensorFlow has no kernel. */
  private static Verdict judgeAlone(
      String how, SampleCase sample, Supplier<@Nullable WeirException> ours) {
    String fragment = String.valueOf(sample.sample().refusal());
    WeirException refusal = ours.get();
    if (refusal == null) {
      return Verdict.differs(how + "Weir does not refuse it");
    }
    if (refusal.code() == ErrorCode.UNIMPLEMENTED) {
      return Verdict.of(Verdict.Means.NO_KERNEL);
    }
    return String.valueOf(refusal.getMessage()).contains(fragment)
        ? Verdict.of(Verdict.Means.REFUSED_HERE)
        : Verdict.differs(how + notSaid(fragment, refusal));
  }

  /** TensorFlow crashes: right if Weir refuses what the sample says it refuses. */
  private static Verdict judgeCrash(
      String how, SampleCase sample, Supplier<@Nullable WeirException> ours, OracleCrash crash) {
    if (sample.sample().refusal() == null) {
      return Verdict.differs(how + crash.getMessage());
    }
    Verdict alone = judgeAlone(how, sample, ours);
    return alone.problem() == null ? Verdict.of(Verdict.Means.CRASH) : alone;
  }

  /** Why Weir refuses to run a graph; null if it does not. */
  private static @Nullable WeirException refusal(
      LocalOptions config,
      Graph graph,
      Map<String, Tensor> feeds,
      List<String> fetches,
      List<String> targets) {
    try (Session session = Session.open(graph, config)) {
      run(session, feeds, fetches, targets);
      return null;
    } catch (WeirException e) {
      return e;
    }
  }

  static List<Tensor> run(
      Session session, Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    Runner runner = session.runner();
    feeds.forEach(runner::feed);
    fetches.forEach(runner::fetch);
    targets.forEach(runner::addTarget);
    return runner.run();
  }

  /** Whether TensorFlow refuses the types: kernels say so in several ways. */
  static boolean isMissingKernel(OracleRefusal refusal) {
    String message = refusal.getMessage();
    return refusal.code() == ErrorCode.UNIMPLEMENTED
        || MISSING_KERNEL.stream().anyMatch(message::contains);
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
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (int run = 0; run < sample.sample().runs(); run++) {
      List<Tensor> actual;
      try {
        actual = run(session, feeds, fetches, targets);
      } catch (WeirException e) {
        return refusal == null
            ? Verdict.differs(how + "Weir fails: " + e.getMessage())
            : checkRefusal(how, sample, e, oracleRefusal);
      }
      if (refusal != null) {
        return Verdict.differs(how + "Weir does not refuse it");
      }
      if (oracleRefusal != null) {
        return Verdict.differs(how + "only TensorFlow refuses it: " + oracleRefusal.getMessage());
      }
      Values instead = sample.sample().instead();
      if (instead != null) {
        return judgeValue(how, actual.getFirst(), expected.get(run).getFirst(), instead);
      }
      Tolerance.Comparison comparison = compareAll(sample, actual, expected.get(run));
      if (comparison.difference() != null) {
        return Verdict.differs(how + comparison.difference());
      }
      worst = worst.max(comparison.worst());
    }
    return Verdict.agrees(worst);
  }

  /** Weir gives what the sample says, and TensorFlow something else. */
  private static Verdict judgeValue(String how, Tensor actual, Tensor theirs, Values instead) {
    Tolerance tolerance = Tolerance.ofUlps(2);
    String difference = tolerance.compare(actual, instead.as(actual.dtype())).difference();
    if (difference != null) {
      return Verdict.differs(how + "not what the sample says: " + difference);
    }
    return tolerance.compare(actual, theirs).difference() == null
        ? Verdict.agrees(Tolerance.Worst.NONE)
        : Verdict.of(Verdict.Means.DEVIATES);
  }

  private static Tolerance.Comparison compareAll(
      SampleCase sample, List<Tensor> actual, List<Tensor> expected) {
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (int i = 0; i < actual.size(); i++) {
      if (!sample.sample().comparesValues(i)
          && actual.get(i).dtype() == expected.get(i).dtype()
          && actual.get(i).shape().equals(expected.get(i).shape())) {
        continue;
      }
      Tolerance.Comparison comparison =
          OnednnDeviations.tolerance(sample.sample()).compare(actual.get(i), expected.get(i));
      if (comparison.difference() != null) {
        return new Tolerance.Comparison(
            comparison.worst(), "output " + i + ": " + comparison.difference());
      }
      worst = worst.max(comparison.worst());
    }
    return new Tolerance.Comparison(worst, null);
  }

  private static Verdict checkRefusal(
      String how, SampleCase sample, WeirException ours, @Nullable OracleRefusal theirs) {
    String fragment = String.valueOf(sample.sample().refusal());
    if (!String.valueOf(ours.getMessage()).contains(fragment)) {
      return Verdict.differs(how + notSaid(fragment, ours));
    }
    if (theirs == null) {
      return sample.sample().deviation() != null
          ? Verdict.of(Verdict.Means.DEVIATES)
          : Verdict.differs(how + "only Weir refuses it: " + ours.getMessage());
    }
    if (isMissingKernel(theirs)) {
      return Verdict.of(Verdict.Means.REFUSED_HERE);
    }
    return OtherCodes.compare(how, List.of(sample.sample().op()), ours, theirs);
  }

  private static String notSaid(String fragment, WeirException refusal) {
    return "Weir's refusal does not say \"" + fragment + "\": " + refusal.getMessage();
  }

  private static Verdict judgeUnchecked(
      String how, WeirException ours, SampleCase sample, boolean isFed, Map<String, Tensor> feeds) {
    try {
      return checkRefusal(how, sample, ours, refusedByTensorFlow(sample, isFed, feeds));
    } catch (OracleCrash e) {
      return judgeCrash(how, sample, () -> ours, e);
    }
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

  static List<String> targets(Node node, List<String> fetches) {
    return fetches.isEmpty() ? List.of(node.name()) : List.of();
  }

  static List<String> fetches(Node node) {
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
