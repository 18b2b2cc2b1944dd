package dev.weir.ops.strings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.ops.support.Utf8;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestRe2 {
  /** Patterns for which a search that tries one way after the other never ends. */
  @ParameterizedTest
  @ValueSource(
      strings = {"(a+)+$", "(a|aa)+$", "(a*)*b", "(?:a|b|ab)*c", "^(([a-z])+.)+[A-Z]([a-z])+$"})
  @Timeout(10)
  void timeGrowsWithTheTextAlone(String pattern) {
    byte[] text = ("a".repeat(10_000) + "!").getBytes(StandardCharsets.UTF_8);
    assertThat(Re2.compile(pattern).matcher(Utf8.text(text)).matches()).isFalse();
    assertThat(new RegexReplacement("^" + pattern, "x", false).replace(text)).isEqualTo(text);
  }

  @Test
  void longTextsNeedNoStack() {
    RegexReplacement replacement = new RegexReplacement("(?:a|b|cd)*$", "x", true);
    byte[] text = "ab".repeat(200_000).getBytes(StandardCharsets.UTF_8);
    assertThat(replacement.replace(text)).isEqualTo(new byte[] {'x'});
  }

  @ParameterizedTest
  @ValueSource(strings = {"((a{100}){100}){100}", "(((a{1000}){1000}){1000})"})
  @Timeout(10)
  void refusesRepetitionsOfRepetitions(String pattern) {
    assertThatThrownBy(() -> Re2.compile(pattern))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("invalid pattern");
  }

  @Test
  @Timeout(10)
  void refusesWhatNestsTooDeeply() {
    String pattern = "(".repeat(500_000) + "a" + ")".repeat(500_000);
    assertThatThrownBy(() -> Re2.compile(pattern))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("nest 500000 deep");
    assertThat(Re2.compile("(".repeat(1000) + "a" + ")".repeat(1000)).matches("a")).isTrue();
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
