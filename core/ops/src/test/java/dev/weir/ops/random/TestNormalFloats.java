package dev.weir.ops.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestNormalFloats {
  private static final int UNITS = 1 << 23;
  private static final int PAIRS = 1 << 12;

  @Test
  void everyLogarithmIsThatOfTheDefinition() {
    assertThat(differences(unit -> unit, unit -> 12345)).isZero();
  }

  @Test
  void everySineAndCosineIsThatOfTheDefinition() {
    assertThat(differences(unit -> 1, unit -> unit)).isZero();
  }

  private interface Word {
    int of(int unit);
  }

  private static int differences(Word first, Word second) {
    int differences = 0;
    int[] words = new int[2 * PAIRS];
    float[] numbers = new float[2 * PAIRS];
    double[] pair = new double[2];
    NormalFloats normals = new NormalFloats(PAIRS);
    for (int unit = 0; unit < UNITS; unit += PAIRS) {
      for (int i = 0; i < PAIRS; i++) {
        words[2 * i] = first.of(unit + i);
        words[2 * i + 1] = second.of(unit + i);
      }
      normals.draw(words, numbers);
      for (int i = 0; i < PAIRS; i++) {
        Reals.normals(words[2 * i], words[2 * i + 1], pair);
        differences += numbers[2 * i] == (float) pair[0] ? 0 : 1;
        differences += numbers[2 * i + 1] == (float) pair[1] ? 0 : 1;
      }
    }
    return differences;
  }
}
