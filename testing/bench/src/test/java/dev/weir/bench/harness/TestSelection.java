package dev.weir.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TestSelection {
  @Test
  void aBenchmarkMeansAllItsResults() {
    assertThat(wants("gemm", "gemm/onednn/64x64x64")).isTrue();
    assertThat(wants("small-step", "small-step")).isTrue();
  }

  @Test
  void namesMatchWhole() {
    assertThat(wants("gemm", "gemm-kernel/onednn/64x64x64")).isFalse();
    assertThat(wants("small-step", "small-step-threads")).isFalse();
  }

  @Test
  void aPartMeansWhatIsBelowIt() {
    assertThat(wants("gemm/onednn", "gemm/onednn/64x64x64")).isTrue();
    assertThat(wants("gemm/onednn", "gemm/vector/64x64x64")).isFalse();
  }

  @Test
  void aStarMeansAnyOnePart() {
    assertThat(wants("gemm/*/64x64x64", "gemm/vector/64x64x64")).isTrue();
    assertThat(wants("gemm/*/64x64x64", "gemm/vector/128x128x128")).isFalse();
  }

  @Test
  void aStarMeansAnyEndOfAPart() {
    assertThat(wants("ops/Sparse*", "ops/SparseAdd")).isTrue();
    assertThat(wants("ops/Sparse*", "ops/SparseAdd/float64")).isTrue();
    assertThat(wants("ops/Sparse*", "ops/ParseTensor")).isFalse();
    assertThat(wants("ops/*V2", "ops/GatherV2")).isTrue();
  }

  @Test
  void theBenchmarkIsTheFirstPart() {
    assertThat(Selection.benchmarkOf("gemm/*/64x64x64")).isEqualTo("gemm");
    assertThat(Selection.benchmarkOf("soak")).isEqualTo("soak");
  }

  private static boolean wants(String name, String result) {
    return Selection.of(List.of(name)).wants(result);
  }
}
