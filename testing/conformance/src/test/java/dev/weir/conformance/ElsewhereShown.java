package dev.weir.conformance;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ops whose gradient no single node with sample inputs can show, and the test that shows it. */
final class ElsewhereShown {
  static final Set<String> OPS =
      Stream.of(Set.of("Identity"), TestSingleGradients.OPS)
          .flatMap(Set::stream)
          .collect(Collectors.toUnmodifiableSet());

  private ElsewhereShown() {}
}
