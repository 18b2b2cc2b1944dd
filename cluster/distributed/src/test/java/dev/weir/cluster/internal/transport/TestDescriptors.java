package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestDescriptors {
  @Test
  void manyDescriptorsLeaveTheBoundAsItIs() {
    assertThat(FileDescriptors.connections(10_000, 1 << 20, 100)).isEqualTo(10_000);
    assertThat(FileDescriptors.connections(10_000, -1, 100)).isEqualTo(10_000);
  }

  @Test
  void aQuarterIsKeptAndTheRestShared() {
    assertThat(FileDescriptors.connections(10_000, 256, 92)).isEqualTo((256 - 92 - 64) / 2);
    assertThat(FileDescriptors.connections(10_000, 4_096, 96)).isEqualTo((4_096 - 96 - 1_024) / 2);
  }

  @Test
  void oneIsAlwaysAllowed() {
    assertThat(FileDescriptors.connections(10_000, 64, 64)).isEqualTo(1);
  }
}
