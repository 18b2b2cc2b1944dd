package dev.weir.ops.strings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestDecimalReader {
  @Test
  void realsAreTheNearestOnes() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      long digits = random.nextLong(1_000_000_000_000_000L) / (1L << random.nextInt(45));
      String text = String.valueOf(digits);
      int point = random.nextInt(text.length() + 1);
      String number =
          (i % 3 == 0 ? "-" : "") + text.substring(0, point) + "." + text.substring(point);
      assertThat(DecimalReader.real(bytes(number))).isEqualTo(Double.parseDouble(number));
      float plain = DecimalReader.realOfFloat(bytes(number));
      assertThat(Float.isNaN(plain) || plain == Float.parseFloat(number)).as(number).isTrue();
    }
  }

  @Test
  void aDoubleBetweenTwoFloatsIsLeftToOthers() {
    assertThat(DecimalReader.realOfFloat(bytes("16777217"))).isNaN();
    assertThat(DecimalReader.realOfFloat(bytes("16777218"))).isEqualTo(16777218f);
  }

  @Test
  void zeroKeepsItsSign() {
    assertThat(1 / DecimalReader.real(bytes("-0.0"))).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(1 / DecimalReader.realOfFloat(bytes("0"))).isEqualTo(Float.POSITIVE_INFINITY);
  }

  @Test
  void whatIsNotPlainIsLeftToOthers() {
    for (String text :
        new String[] {"", ".", "-", "+.", "1e5", " 1", "nan", "1.2.3", "0x1", "1234567890123456"}) {
      assertThat(DecimalReader.real(bytes(text))).as(text).isNaN();
    }
    for (String text : new String[] {"", "-", "+1", "1.0", " 1", "1234567890123456"}) {
      assertThat(DecimalReader.integer(bytes(text))).as(text).isEqualTo(DecimalReader.NO_INTEGER);
    }
  }

  @Test
  void integersHaveAMinusOrNoSign() {
    assertThat(DecimalReader.integer(bytes("-123"))).isEqualTo(-123);
    assertThat(DecimalReader.integer(bytes("007"))).isEqualTo(7);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
