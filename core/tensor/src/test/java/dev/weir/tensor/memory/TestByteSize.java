package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TestByteSize {
  @ParameterizedTest
  @CsvSource({"1024,1024", "64k,65536", "512M,536870912", "' 4g ',4294967296", "1t,1099511627776"})
  void readsSuffixes(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "k", "1.5g", "4gb", "9999999999t"})
  void rejectsAnythingElse(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(WeirException.class)
        .hasMessage("\"" + text + "\" is not a number of bytes; write 1048576, 512m or 4g");
  }

  @Test
  void printsTheLargestUnitThatFits() {
    assertThat(ByteSize.format(0)).isEqualTo("0 B");
    assertThat(ByteSize.format(1023)).isEqualTo("1023 B");
    assertThat(ByteSize.format(1536)).isEqualTo("1.5 KiB");
    assertThat(ByteSize.format(3L << 30)).isEqualTo("3.0 GiB");
    assertThat(ByteSize.format(Long.MAX_VALUE)).isEqualTo("8.0 EiB");
  }
}
