package dev.weir.bench.suite;

import dev.weir.bench.harness.BenchResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How many times as fast as its peer Weir is over many cases: the geometric mean, how many are
 * below it, and which are the worst.
 */
final class OpSummary {
  private static final int WORST = 10;

  /** Below this a case is called slow. */
  private static final double SLOW = 0.7;

  private final List<Case> cases = new ArrayList<>();

  private record Case(String name, double ratio) {
    @Override
    public String toString() {
      String shortName = name.substring(name.indexOf('/') + 1);
      return String.format(Locale.ROOT, "%s %.3g", shortName, ratio);
    }
  }

  /** Counts a result if it has a peer. */
  void add(BenchResult result) {
    result.ratio().ifPresent(ratio -> cases.add(new Case(result.name(), ratio)));
  }

  /** The summary; null of fewer than two cases. */
  @Nullable BenchResult result(String name) {
    if (cases.size() < 2) {
      return null;
    }
    double logarithms = cases.stream().mapToDouble(one -> Math.log(one.ratio())).sum();
    return BenchResult.rate(name, "x", Math.exp(logarithms / cases.size()))
        .with("cases", cases.size())
        .with("below1", below(1))
        .with("below0.7", below(SLOW))
        .withLabel(
            "worst",
            cases.stream()
                .sorted(Comparator.comparingDouble(Case::ratio))
                .limit(WORST)
                .map(Case::toString)
                .collect(Collectors.joining(", ")));
  }

  private double below(double ratio) {
    return cases.stream().filter(one -> one.ratio() < ratio).count();
  }
}
