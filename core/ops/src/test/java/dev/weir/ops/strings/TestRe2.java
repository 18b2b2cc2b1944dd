package dev.weir.ops.strings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TestRe2 {
  @Test
  void refusesAPatternThatNeedsTooMuchStack() {
    RegexReplacement replacement = new RegexReplacement("(?:a|b|cd)*$", "x", true);
    byte[] text = "ab".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> replacement.replace(text))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("needs too much stack for a string of 2000000 characters");
  }

  @Test
  void bytesThatAreNoTextSurvive() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(Utf8.bytes(Utf8.text(bytes))).isEqualTo(bytes);
  }
}
