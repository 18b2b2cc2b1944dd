package dev.weir.cluster.internal.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.HeapBudget;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;

/** What messages that are being read may take of the heap, together. */
final class TestProtobufReaderHeap {
  private static final int MIB = 1 << 20;

  private final HeapBudget heap = HeapBudget.of("messages that are being read", 5 * MIB);

  private ProtobufReader message(int bytes) {
    return new ProtobufReader(new ByteArrayInputStream(new byte[bytes]), bytes, heap);
  }

  @Test
  void messagesTogetherAreBoundedWhileTheyAreRead() {
    try (ProtobufReader first = message(3 * MIB);
        ProtobufReader second = message(3 * MIB)) {
      assertThat(first.bytes(3 * MIB)).hasSize(3 * MIB);
      assertThat(heap.used()).isEqualTo(3 * MIB);
      assertThatThrownBy(() -> second.bytes(3 * MIB))
          .isInstanceOfSatisfying(
              WeirException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
          .hasMessageStartingWith(
              "a message needs 3.0 MiB of the heap, where messages that are being read take 3.0 MiB"
                  + " and may take 5.0 MiB");
    }
    assertThat(heap.used()).isZero();
    try (ProtobufReader third = message(5 * MIB)) {
      assertThat(third.bytes(5 * MIB)).hasSize(5 * MIB);
    }
    assertThat(heap.used()).isZero();
  }

  @Test
  void smallMessagesAskForNothing() {
    try (ProtobufReader small = message(MIB)) {
      assertThat(small.bytes(MIB)).hasSize(MIB);
      assertThat(heap.used()).isZero();
    }
  }
}
