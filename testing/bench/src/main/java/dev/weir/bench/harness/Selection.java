package dev.weir.bench.harness;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which results are wanted. {@code gemm} wants all of that benchmark, {@code gemm/onednn} a part of
 * it. A star stands for any one part, {@code gemm/*}{@code /64x64x64}, or for the rest of one,
 * {@code ops/Sparse*}.
 */
public final class Selection {
  private final List<Pattern> patterns;

  private Selection(List<Pattern> patterns) {
    this.patterns = patterns;
  }

  /** What any of these names stands for. */
  public static Selection of(List<String> names) {
    return new Selection(names.stream().map(Selection::pattern).toList());
  }

  private static Pattern pattern(String name) {
    String regex =
        List.of(name.split("/", -1)).stream()
            .map(Selection::partPattern)
            .collect(Collectors.joining("/"));
    return Pattern.compile(regex + "(/.*)?");
  }

  private static String partPattern(String part) {
    return part.equals("*")
        ? "[^/]+"
        : List.of(part.split("\\*", -1)).stream()
            .map(Pattern::quote)
            .collect(Collectors.joining("[^/]*"));
  }

  /** The benchmark a name belongs to. */
  public static String benchmarkOf(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  /** Whether a result of this name is wanted. */
  public boolean wants(String result) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(result).matches());
  }
}
