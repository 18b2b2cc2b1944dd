package dev.weir.ops.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestPhilox {
  /** The vectors that the authors of the algorithm published. */
  @Test
  void givesThePublishedWords() {
    assertThat(words(new Philox(0, 0, 0)))
        .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
    assertThat(words(new Philox(-1, -1, -1)))
        .containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
  }

  @Test
  void startsWhereSeedsSay() {
    Philox generator = Philox.ofSeeds(1, 2);
    assertThat(words(generator))
        .containsExactly((int) 3878945999L, (int) 2364392915L, (int) 1057429302L, (int) 168492509L);
    assertThat(words(generator))
        .containsExactly((int) 3082076531L, (int) 3674517586L, (int) 1146363793L, (int) 235617523L);
  }

  /** The numbers TensorFlow's documentation shows for stateless seeds. */
  @Test
  void scramblesSeedPairs() {
    Philox generator = Philox.ofSeedPair(1, 2);
    assertThat(words(generator)).containsExactly(1105988140, 1738052849, -335576002, 370444179);
    Words more = new Words(generator);
    assertThat(more.next()).isEqualTo(10670227);
    assertThat(more.next()).isEqualTo(-246211131);
  }

  @Test
  void skippingIsDrawing() {
    Philox drawn = Philox.ofSeeds(5, 6);
    for (int i = 0; i < 7; i++) {
      words(drawn);
    }
    assertThat(words(Philox.ofSeeds(5, 6).ahead(7))).isEqualTo(words(drawn));
  }

  @Test
  void skippingCarriesIntoTheHighHalf() {
    Philox generator = new Philox(0, -3, 41);
    generator.skip(-1);
    assertThat(generator.low()).isEqualTo(-4);
    assertThat(generator.high()).isEqualTo(42);
    generator.skip(2);
    assertThat(generator.low()).isEqualTo(-2);
    assertThat(generator.high()).isEqualTo(42);
  }

  @Test
  void reservedPartsDoNotOverlap() {
    GeneratorState state = GeneratorState.of(1, 2);
    state.reserve(256);
    assertThat(words(state.reserve(4))).isEqualTo(words(Philox.ofSeeds(1, 2).ahead(256)));
    assertThat(words(state.reserve(4))).isEqualTo(words(Philox.ofSeeds(1, 2).ahead(260)));
  }

  private static int[] words(Philox generator) {
    int[] words = new int[Philox.WORDS];
    generator.next(words);
    return words;
  }
}
