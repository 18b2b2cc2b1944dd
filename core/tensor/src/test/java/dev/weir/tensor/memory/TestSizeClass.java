package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TestSizeClass {
  @Test
  void everySizeHasAnIndexOfItsOwn() {
    long size = 64;
    for (int i = 0; i < SizeClass.COUNT; i++) {
      assertThat(SizeClass.index(size)).as("index of %d", size).isEqualTo(i);
      assertThat(SizeClass.roundUp(size)).isEqualTo(size);
      if (size < SizeClass.LARGEST) {
        size = SizeClass.roundUp(size + 1);
      }
    }
    assertThat(size).isEqualTo(SizeClass.LARGEST);
  }

  @Test
  void roundingWastesAtMostAnEighth() {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    for (int i = 0; i < 10_000; i++) {
      long bytes = 513 + (random.nextLong() >>> (17 + random.nextInt(38)));
      long size = SizeClass.roundUp(bytes);
      assertThat(size).isGreaterThanOrEqualTo(bytes).matches(s -> s % 64 == 0);
      assertThat(size - bytes).as("waste of %d", bytes).isLessThanOrEqualTo(bytes / 8 + 1);
      if (bytes > 1 << 20) {
        assertThat(size - bytes).as("waste of %d", bytes).isLessThanOrEqualTo(bytes / 32 + 1);
      }
    }
  }
}
