package dev.weir.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TestJson {
  @Test
  void valuesAreRead() {
    assertThat(JsonReader.read(" {\"a\": [1, -2.5e3, \"x\\u00e9\\n\"], \"b\": {}}"))
        .isEqualTo(
            map(
                "a",
                List.of(new BigDecimal("1"), new BigDecimal("-2.5e3"), "x\u00e9\n"),
                "b",
                Map.of()));
    assertThat(JsonReader.read("true")).isEqualTo(true);
    assertThat(JsonReader.read("null")).isNull();
    assertThat(JsonReader.read("[]")).isEqualTo(List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0", "-0.0", "-0e7", "-0.00E-3"})
  void zeroKeepsItsSign(String text) {
    assertThat(JsonReader.read(text)).isEqualTo(-0.0);
    assertThat(JsonReader.read(text.substring(1))).isInstanceOf(BigDecimal.class);
  }

  @Test
  void largeNumbersKeepTheirDigits() {
    assertThat(JsonReader.read("18446744073709551615"))
        .isEqualTo(new BigDecimal("18446744073709551615"));
    assertThat(JsonReader.read("0.1000000000000000055511151231257827"))
        .isEqualTo(new BigDecimal("0.1000000000000000055511151231257827"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|line 1, column 1|a value is missing",
        "[1,|line 1, column 4|``",
        "[1 2]|line 1|``",
        "[1] 2|line 1, column 5|something follows the value",
        "[1]]|line 1|``",
        "{\"a\": 1, \"a\": 2}|line 1|uplicate",
        "{a: 1}|line 1, column 2|``",
        "[01]|line 1|``",
        "[NaN]|line 1|``",
        "[1e100001]|line 1|the exponent of a number",
        "\"open|line 1|``",
        "\"\\x\"|line 1|``",
        "[1, 2] // no|line 1|``",
      })
  void whatIsNotJsonIsRefusedWithItsPlace(String text, String place, String why) {
    assertThatThrownBy(() -> JsonReader.read(text))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("this is not JSON at " + place)
        .hasMessageContaining(why);
  }

  @Test
  void linesAreCounted() {
    assertThatThrownBy(() -> JsonReader.read("{\n  \"a\": 1,\n  oh}"))
        .hasMessageContaining("at line 3, column 3");
  }

  @Test
  void depthAndNumbersAreBounded() {
    assertThat(JsonReader.read("[".repeat(300) + "]".repeat(300))).isInstanceOf(List.class);
    assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000)))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("300");
    assertThatThrownBy(() -> JsonReader.read("1".repeat(1000)))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("400");
  }

  @Test
  void valuesAreWrittenOnOneLine() {
    assertThat(
            JsonWriter.write(
                map(
                    "a",
                    Arrays.asList(1, 2L, -0.0f, 0.1f, Double.NaN, Double.NEGATIVE_INFINITY, null),
                    "b\"\n",
                    new BigInteger("18446744073709551615"),
                    "c",
                    Map.of(),
                    "d",
                    List.of(),
                    "e",
                    true)))
        .isEqualTo(
            "{\"a\": [1, 2, -0.0, 0.1, \"NaN\", \"-Infinity\", null], \"b\\\"\\n\":"
                + " 18446744073709551615, \"c\": {}, \"d\": [], \"e\": true}");
    assertThat(JsonWriter.write("\u0001 \uD83D\uDE00 \uD800"))
        .isEqualTo("\"\\u0001 \uD83D\uDE00 \uFFFD\"");
  }

  private static Map<String, Object> map(Object... entries) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      map.put((String) entries[i], entries[i + 1]);
    }
    return map;
  }
}
