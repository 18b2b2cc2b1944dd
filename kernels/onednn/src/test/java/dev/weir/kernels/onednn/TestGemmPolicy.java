package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestGemmPolicy {
  private static final int AVX2 = 0x7;
  private static final int AVX512 = 0x27;

  @Test
  void smallProductsTakeTheCheapCallOnAnyMachine() {
    assertThat(GemmPolicy.prefersGemm(AVX512, Products.spec(1, 1, 8, 8, 8, 0))).isTrue();
    assertThat(GemmPolicy.prefersGemm(AVX512, Products.spec(1, 1, 300, 300, 300, 0))).isFalse();
    assertThat(GemmPolicy.prefersGemm(AVX2, Products.spec(1, 1, 300, 300, 300, 0))).isTrue();
  }

  @Test
  void rowsThatShareCacheSetsAreLeftToThePrimitive() {
    assertThat(GemmPolicy.prefersGemm(AVX2, Products.spec(1, 1, 32, 784, 512, 0))).isFalse();
    assertThat(GemmPolicy.prefersGemm(AVX2, Products.spec(1, 1, 32, 784, 512, 2))).isTrue();
  }

  @Test
  void batchesHaveOnlyThePrimitive() {
    assertThat(GemmPolicy.prefersGemm(AVX2, Products.spec(3, 3, 8, 8, 8, 0))).isFalse();
  }
}
