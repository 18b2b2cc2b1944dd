package dev.weir.ops.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.FileAccess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TensorFlow takes and should not, and files. The rest is in the samples. */
final class TestFixedUnigrams {
  private static final Attributes USUAL =
      Attributes.of(
          Map.of(
              "vocab_file", AttrValue.of(""),
              "unigrams", AttrValue.ofFloats(1, 0, 3),
              "distortion", AttrValue.of(1f),
              "num_reserved_ids", AttrValue.of(0L),
              "num_shards", AttrValue.of(1L),
              "shard", AttrValue.of(0L),
              "num_sampled", AttrValue.of(2L),
              "unique", AttrValue.of(true)));

  @TempDir Path folder;

  private static CandidateSampler.Distribution distribution(long range, Attributes attrs) {
    return new FixedUnigramCandidateSampler().distribution(range, attrs, FileAccess.ANYWHERE::path);
  }

  private static void refuses(long range, Attributes attrs, String why) {
    assertThatThrownBy(() -> distribution(range, attrs))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(why)
        .satisfies(
            e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void classesAreDrawnAsOftenAsTheirWeightsSay() {
    CandidateSampler.Distribution distribution = distribution(3, USUAL);
    Words words = Words.ofSeeds(1, 2);
    int[] counts = new int[3];
    for (int i = 0; i < 40_000; i++) {
      counts[(int) distribution.draw(words)]++;
    }
    assertThat(counts[0]).isCloseTo(10_000, within(400));
    assertThat(counts[1]).isZero();
    assertThat(distribution.probability(2)).isEqualTo(0.75);
  }

  @Test
  void weightsAreNumbersThatCanBeCompared() {
    Attributes negative = USUAL.with("unigrams", AttrValue.ofFloats(1, 2, -3));
    refuses(3, negative, "not negative: unigrams[2] is -3.0");
    refuses(2, USUAL.with("unigrams", AttrValue.ofFloats(1, Float.NaN)), "unigrams[1] is NaN");
    Attributes infinite = USUAL.with("unigrams", AttrValue.ofFloats(Float.POSITIVE_INFINITY));
    refuses(1, infinite, "unigrams[0] is Infinity");
    refuses(2, USUAL.with("unigrams", AttrValue.ofFloats(0, 0)), "all weights are 0");
  }

  @Test
  void thereMustBeEnoughToDrawEachOnce() {
    refuses(3, USUAL.with("num_sampled", AttrValue.of(3L)), "positive weights");
    assertThat(distribution(3, USUAL).probability(1)).isZero();
  }

  @Test
  void reservedClassesCountBeforeMemoryIsTaken() {
    refuses(3, USUAL.with("num_reserved_ids", AttrValue.of(Long.MAX_VALUE)), "there are more");
    refuses(1L << 40, USUAL, "less than 2147483647");
  }

  @Test
  void badFilesAreRefusedByLine() throws Exception {
    Path file = folder.resolve("words.csv");
    Attributes attrs =
        USUAL
            .with("unigrams", AttrValue.ofFloats())
            .with("vocab_file", AttrValue.of(file.toString()));
    Files.writeString(file, "a,1\n\nb,2\nc\n");
    refuses(3, attrs, "line 4 of " + file + " does not");
    Files.writeString(file, "a,1\nb,-2\n");
    refuses(2, attrs, "line 2 of " + file + " is not");
    Files.writeString(file, "a,1\nb,2\n");
    refuses(3, attrs, "3 vs 2");
    Files.writeString(file, "");
    refuses(3, attrs, "3 vs 0");
    assertThatThrownBy(
            () -> distribution(3, attrs.with("vocab_file", AttrValue.of(folder.toString()))))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("reading vocab_file " + folder);
    refuses(3, attrs.with("vocab_file", AttrValue.of("a\0b")), "cannot be the name of a file");
  }
}
