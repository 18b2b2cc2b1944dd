package dev.weir.ops.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestFixedPoint {
  private static final double[] VALUES = {
    0,
    0.5,
    1.5,
    2.5,
    0.125,
    0.375,
    0.0000005,
    0.00000049,
    0.9999995,
    9.9999999,
    1,
    999.9995,
    123456789,
    0x1p-64,
    0x1p-12,
    0x1.fffffffffffffp-1,
    0x1.fffffffffffffp-12,
    0x1.8p-63,
    999999999.9999999
  };

  @Test
  void textIsThatOfTheExactNumber() {
    Random random = new Random(1);
    for (int digits = 0; digits < 10; digits++) {
      for (double value : VALUES) {
        check(value, digits);
      }
      for (int i = 0; i < 10_000; i++) {
        check(random.nextDouble() * Math.pow(10, random.nextInt(9)), digits);
        check(Math.abs(random.nextInt(4000)) / 64.0, digits);
        check((float) random.nextDouble(), digits);
      }
    }
  }

  @Test
  void leavesLargeNumbersAndTinyBitsToOthers() {
    assertThat(FixedPoint.text(1e9, 3)).isNull();
    assertThat(FixedPoint.text(Double.NaN, 3)).isNull();
    assertThat(FixedPoint.text(0x1p-65, 3)).isNull();
    assertThat(FixedPoint.text(1, 10)).isNull();
    assertThat(FixedPoint.text(0.1, 6)).isEqualTo("0.100000");
  }

  private static void check(double value, int digits) {
    String text = FixedPoint.text(value, digits);
    if (text != null) {
      assertThat(text)
          .isEqualTo(
              new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString());
    }
  }
}
