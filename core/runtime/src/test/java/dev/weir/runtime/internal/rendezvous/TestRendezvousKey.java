package dev.weir.runtime.internal.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys have TensorFlow's form, and what is read is what was written. */
final class TestRendezvousKey {
  private static final String A = "/job:ps/replica:0/task:0/device:CPU:0";
  private static final String B = "/job:worker/replica:0/task:1/device:CPU:0";

  private final RendezvousKey key = new RendezvousKey(A, 0xabcL, B, "edge_3_w");

  @Test
  void hasTensorFlowsForm() {
    assertThat(key.text()).isEqualTo(A + ";0000000000000abc;" + B + ";edge_3_w;0:0");
    assertThat(key.text(-1, 7))
        .isEqualTo(A + ";0000000000000abc;" + B + ";edge_3_w;18446744073709551615:7");
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    RendezvousKey read = RendezvousKey.parse(key.text(5, 2));
    assertThat(read.text()).isEqualTo(key.text());
    assertThat(read.sender()).isEqualTo(A);
    assertThat(read.incarnation()).isEqualTo(0xabcL);
    assertThat(read.name()).isEqualTo("edge_3_w");
    assertThat(RendezvousKey.senderPart(key.text())).isEqualTo(A + ";0000000000000abc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a;b", "a;1;c;d", "a;1;c;d;0:0;f", "a;x;c;d;0:0"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> RendezvousKey.parse(text))
        .hasMessageContaining("is not a rendezvous key");
  }

  @Test
  void longTextsAreNotRepeatedInFull() {
    assertThatThrownBy(() -> RendezvousKey.parse("x".repeat(10_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(700));
  }
}
