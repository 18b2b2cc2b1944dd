package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Judges a case in a type that TensorFlow has no kernel for by the same values in a type for which
 * it has one; by Weir's own results in a wider type if it has none for any.
 */
final class WiderJudge {
  /** Types with few bits may round after every step. */
  private static final int LEAST_ULPS = 4;

  /** Ops whose results in one type say nothing about those in another. */
  private static final Map<String, String> NO_SUBSTITUTE =
      Map.ofEntries(
          Map.entry("SerializeTensor", "the result names the type"),
          Map.entry("DecodePaddedRaw", "elements are as many bytes as the type has"),
          Map.entry("LowerBound", "strings are ordered as texts"),
          Map.entry("UpperBound", "strings are ordered as texts"),
          Map.entry("ParameterizedTruncatedNormal", "a draw is accepted or not after rounding"),
          Map.entry("Multinomial", "a negative logit is a large one in an unsigned type"),
          Map.entry("StatelessMultinomial", "a negative logit is a large one in an unsigned type"),
          Map.entry("TopK", "held to TopKV2, by TestEquivalentOps"),
          Map.entry("BatchMatMulV3", "held to BatchMatMulV2, by TestEquivalentOps"),
          Map.entry("_FusedConv2D", "held to the ops it stands for, by TestFusedOps"),
          Map.entry("_FusedMatMul", "held to the ops it stands for, by TestFusedOps"));

  private final LocalOptions config;

  WiderJudge(LocalOptions config) {
    this.config = config;
  }

  /** What a graph gives in each run. */
  private record Runs(List<List<Tensor>> results) {}

  Verdict judge(String how, SampleCase sample, boolean isFed) {
    Runs actual;
    try {
      actual = runHere(sample, isFed);
    } catch (WeirException e) {
      return e.code() == ErrorCode.UNIMPLEMENTED
          ? Verdict.of(Verdict.Means.NO_KERNEL)
          : Verdict.differs(how + "Weir fails: " + e.getMessage());
    }
    boolean isJoined =
        sample.allTypes().containsValue(DType.STRING)
            && actual.results().stream().flatMap(List::stream).anyMatch(WiderTypes::isJoined);
    if (isJoined || NO_SUBSTITUTE.containsKey(sample.sample().op())) {
      return Verdict.of(Verdict.Means.EXECUTED);
    }
    List<WiderTypes.Substitute> substitutes = WiderTypes.of(sample);
    for (boolean isTensorFlows : new boolean[] {true, false}) {
      Verdict verdict = judge(how, sample, isFed, actual, substitutes, isTensorFlows);
      if (verdict.problem() != null || !verdict.attrs().isEmpty()) {
        return verdict;
      }
    }
    return Verdict.differs(how + "TensorFlow has no kernel, and no other type stands in");
  }

  /** Replaces each attribute in turn by the first type that can be run. */
  private Verdict judge(
      String how,
      SampleCase sample,
      boolean isFed,
      Runs actual,
      List<WiderTypes.Substitute> substitutes,
      boolean isTensorFlows) {
    Set<String> held = new LinkedHashSet<>();
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (WiderTypes.Substitute substitute : substitutes) {
      if (held.containsAll(substitute.attrs())) {
        continue;
      }
      Optional<Runs> expected =
          isTensorFlows
              ? runThere(substitute.sample(), isFed)
              : runHereIfPossible(substitute.sample(), isFed);
      if (expected.isPresent()) {
        Verdict verdict = compare(how, sample, substitute, actual, expected.get(), isTensorFlows);
        if (verdict.problem() != null) {
          return verdict;
        }
        held.addAll(substitute.attrs());
        worst = worst.max(verdict.worst());
      }
    }
    return Verdict.agreesWider(worst, isTensorFlows, held);
  }

  /** Empty if it cannot be run: not every type stands in for every other. */
  private Optional<Runs> runHereIfPossible(SampleCase sample, boolean isFed) {
    try {
      return Optional.of(runHere(sample, isFed));
    } catch (WeirException e) {
      return Optional.empty();
    }
  }

  private Runs runHere(SampleCase sample, boolean isFed) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    Graph graph = new Graph();
    Node node = sample.build(graph, isFed ? feeds : null);
    List<String> fetches = SampleJudge.fetches(node);
    List<String> targets = SampleJudge.targets(node, fetches);
    try (Session session = Session.open(graph, config)) {
      return repeat(sample, () -> SampleJudge.run(session, feeds, fetches, targets));
    }
  }

  private static Optional<Runs> runThere(SampleCase sample, boolean isFed) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    Graph graph = new Graph();
    Node node;
    try {
      node = sample.build(graph, isFed ? feeds : null);
    } catch (WeirException e) {
      return Optional.empty();
    }
    List<String> fetches = SampleJudge.fetches(node);
    List<String> targets = SampleJudge.targets(node, fetches);
    byte[] graphDef = TensorFlowOps.readable(sample.sample().op(), GraphDefs.toBinary(graph));
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      return Optional.of(repeat(sample, () -> oracle.run(feeds, fetches, targets)));
    } catch (OracleRefusal | OracleCrash e) {
      return Optional.empty();
    }
  }

  private static Runs repeat(SampleCase sample, Supplier<List<Tensor>> run) {
    return new Runs(Stream.generate(run).limit(sample.sample().runs()).toList());
  }

  private static Verdict compare(
      String how,
      SampleCase sample,
      WiderTypes.Substitute substitute,
      Runs actual,
      Runs expected,
      boolean isTensorFlows) {
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (int run = 0; run < actual.results().size(); run++) {
      List<Tensor> ours = actual.results().get(run);
      List<Tensor> theirs = expected.results().get(run);
      for (int i = 0; i < ours.size(); i++) {
        Tolerance.Comparison comparison =
            compare(sample, i, ours.get(i), theirs.get(i), substitute);
        if (comparison.difference() != null) {
          return Verdict.differs(
              String.format(
                  Locale.ROOT,
                  "%s%s is unlike %s in %s: output %d: %s",
                  how,
                  substitute.narrow(),
                  substitute.wide(),
                  isTensorFlows ? "TensorFlow" : "Weir",
                  i,
                  comparison.difference()));
        }
        worst = worst.max(comparison.worst());
      }
    }
    return Verdict.agreesWider(worst, isTensorFlows, substitute.attrs());
  }

  private static Tolerance.Comparison compare(
      SampleCase sample, int output, Tensor ours, Tensor theirs, WiderTypes.Substitute types) {
    if (!sample.sample().comparesValues(output)) {
      String difference =
          ours.shape().equals(theirs.shape())
              ? null
              : "got " + ours.shape() + ", expected " + theirs.shape();
      return new Tolerance.Comparison(Tolerance.Worst.NONE, difference);
    }
    return compare(sample.sample().tolerance(), ours, theirs, types.narrow());
  }

  /**
   * Compares results in one type with those of the same numbers in another.
   *
   * @param narrow the type that another one stands in for
   */
  static Tolerance.Comparison compare(Tolerance given, Tensor ours, Tensor theirs, DType narrow) {
    double relative =
        switch (narrow) {
          case FLOAT16 -> LEAST_ULPS * 0x1p-11;
          case BFLOAT16 -> LEAST_ULPS * 0x1p-8;
          default -> 0;
        };
    // an output of another type goes by way of numbers of about 1 in the narrow one
    double absolute = ours.dtype() == narrow ? 0 : relative;
    Tolerance tolerance =
        new Tolerance(
            Math.max(given.ulps(), LEAST_ULPS),
            Math.max(given.absolute(), absolute),
            Math.max(given.relative(), relative));
    DType common = isFiner(ours.dtype(), theirs.dtype()) ? theirs.dtype() : ours.dtype();
    return tolerance.compare(in(common, ours), in(common, theirs));
  }

  private static Tensor in(DType dtype, Tensor tensor) {
    return tensor.dtype() == dtype ? tensor : WiderTypes.converted(tensor, dtype);
  }

  /** Whether the stand-in has fewer bits: then it is the type to compare in. */
  private static boolean isFiner(DType ours, DType theirs) {
    return ours == DType.STRING
        || (ours == DType.FLOAT64 && theirs == DType.FLOAT32)
        || (ours == DType.COMPLEX128 && theirs == DType.COMPLEX64)
        || (ours.isComplex() && !theirs.isComplex());
  }
}
