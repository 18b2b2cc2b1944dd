package dev.weir.fuzz.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every parser gives a value or a {@code WeirException}, whatever bytes it gets. */
@Timeout(120)
final class TestParsers {
  private static final long SEED = Long.getLong("weir.fuzz.seed", 20_260_101);

  /** Mutated inputs of a target; it also ends after a time, on a machine that is slow. */
  private static final int MOST_CASES = Integer.getInteger("weir.fuzz.parse.cases", 3_000);

  private static final long MOST_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Long.getLong("weir.fuzz.parse.millis", 800));

  @TempDir Path folder;

  static List<String> targets() {
    return ParserTargets.names();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void keptAndMutatedInputs(String name) throws IOException {
    try (ParserTarget target = ParserTargets.open(name, folder)) {
      for (byte[] seed : target.seeds()) {
        target.parse(seed); // accepted, so that mutations start behind the first checks
      }
      for (Map.Entry<String, byte[]> kept : KeptInputs.of(name).entrySet()) {
        check(target, kept.getValue(), kept.getKey());
      }
      Mutator mutator = new Mutator(new SplittableRandom(SEED), KeptInputs.corpus(name, target));
      long end = System.nanoTime() + MOST_NANOS;
      int cases = 0;
      while (cases < MOST_CASES && System.nanoTime() - end < 0) {
        check(target, mutator.next(), "case " + cases + " of seed " + SEED);
        cases++;
      }
      assertThat(cases).as("mutated inputs").isPositive();
    }
  }

  private static void check(ParserTarget target, byte[] input, String which) {
    try {
      ParserCheck.check(target, input);
    } catch (AssertionError e) {
      throw new AssertionError(
          which + ": " + e.getMessage() + "; input " + Base64.getEncoder().encodeToString(input),
          e);
    }
  }
}
