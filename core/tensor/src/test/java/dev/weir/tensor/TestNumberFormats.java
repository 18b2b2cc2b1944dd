package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TestNumberFormats {
  private static float half(double value) {
    return Float16.toFloat(Float16.fromDouble(value));
  }

  private static float bfloat(double value) {
    return Bfloat16.toFloat(Bfloat16.fromDouble(value));
  }

  @Test
  void halfRoundsTiesToEven() {
    assertThat(half(2049)).isEqualTo(2048);
    assertThat(half(2051)).isEqualTo(2052);
    assertThat(half(1 + 0x1p-11)).isEqualTo(1);
    assertThat(half(1 + 3 * 0x1p-11)).isEqualTo(1 + 2 * 0x1p-10f);
  }

  @Test
  void halfOverflowsAndUnderflows() {
    assertThat(half(65504)).isEqualTo(65504);
    assertThat(half(65519.99)).isEqualTo(65504);
    assertThat(half(65520)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(half(-1e10)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(half(0x1p-24)).isEqualTo(0x1p-24f);
    assertThat(half(0x1.8p-25)).as("more than half the smallest").isEqualTo(0x1p-24f);
    assertThat(half(0x1p-25)).as("a tie with zero").isZero();
    assertThat(Float16.fromDouble(-0.0)).isEqualTo((short) 0x8000);
  }

  @Test
  void halfOfADoubleIsRoundedToFloatFirst() {
    // Rounding once would give 1 + 2^-10: the double lies just above the tie.
    double justAboveTie = 1 + 0x1p-11 + 0x1p-40;
    assertThat(half(justAboveTie)).isEqualTo(1);
    assertThat(half(1 + 0x1p-11 + 0x1p-20)).isEqualTo(1 + 0x1p-10f);
  }

  @Test
  void nanStaysNan() {
    assertThat(half(Double.NaN)).isNaN();
    assertThat(bfloat(Double.NaN)).isNaN();
    // A NaN whose payload is all in the lower half must not become infinity.
    assertThat(Bfloat16.toFloat(Bfloat16.fromFloat(Float.intBitsToFloat(0x7F800001)))).isNaN();
    assertThat(Bfloat16.fromFloat(Float.intBitsToFloat(0xFFFFFFFF))).isEqualTo((short) 0xFFFF);
  }

  @Test
  void bfloatRoundsTiesToEven() {
    assertThat(bfloat(1 + 0x1p-8)).isEqualTo(1);
    assertThat(bfloat(1 + 3 * 0x1p-8)).isEqualTo(1 + 0x1p-6f);
    assertThat(bfloat(1 + 0x1p-8 + 0x1p-20)).isEqualTo(1 + 0x1p-7f);
    assertThat(bfloat(Float.MAX_VALUE)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(bfloat(0x1p-133)).as("subnormal").isEqualTo(0x1p-133f);
    assertThat(bfloat(Double.MAX_VALUE)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Bfloat16.fromDouble(-0.0)).isEqualTo((short) 0x8000);
  }

  @Test
  void everyPatternOf16BitsSurvivesTheWayThroughFloat() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float half = Float16.toFloat((short) bits);
      if (Float.isNaN(half)) {
        assertThat(Float16.toFloat(Float16.fromFloat(half))).isNaN();
      } else {
        assertThat(Float16.fromFloat(half) == (short) bits).as("%x", bits).isTrue();
      }
      float bfloat = Bfloat16.toFloat((short) bits);
      if (Float.isNaN(bfloat)) {
        assertThat(Bfloat16.toFloat(Bfloat16.fromFloat(bfloat))).isNaN();
      } else {
        assertThat(Bfloat16.fromFloat(bfloat) == (short) bits).as("%x", bits).isTrue();
      }
    }
  }

  @Test
  void uint64UsesAll64Bits() {
    Tensor t = Tensors.ofLongs(DType.UINT64, Shape.of(3), -1, Long.MIN_VALUE, 5);
    assertThat(t.getDouble(0)).isEqualTo(0x1p64);
    assertThat(t.getDouble(1)).isEqualTo(0x1p63);
    assertThat(t.getFloat(2)).isEqualTo(5);
    assertThat(t.getLong(0)).isEqualTo(-1);
    assertThat(t).hasToString("uint64[3] [18446744073709551615, 9223372036854775808, 5]");
    Tensor d = Tensors.ofDoubles(DType.UINT64, Shape.of(3), 0x1p63, 0x1.fffffffffffffp63, 7.9);
    assertThat(d.getLong(0)).isEqualTo(Long.MIN_VALUE);
    assertThat(Long.toUnsignedString(d.getLong(1))).isEqualTo("18446744073709549568");
    assertThat(d.getLong(2)).isEqualTo(7);
  }

  @Test
  void unsignedConversionRoundsToNearest() {
    // 2^63 + 1025 lies above the tie between 2^63 and 2^63 + 2048.
    assertThat(Elements.unsignedToDouble(Long.MIN_VALUE + 1024)).isEqualTo(0x1p63);
    assertThat(Elements.unsignedToDouble(Long.MIN_VALUE + 1025)).isEqualTo(0x1p63 + 2048);
  }

  @Test
  void longsBecomeFloatsInOneRounding() {
    // By way of double this would be a tie, and become 2^60.
    long value = (1L << 60) + (1L << 36) + 1;
    assertThat(Tensors.scalar(value).getFloat(0)).isEqualTo((float) value).isGreaterThan(0x1p60f);
    assertThat(Tensors.ofLongs(DType.FLOAT32, Shape.scalar(), value).getFloat(0))
        .isEqualTo((float) value);
  }

  @Test
  void doublesBecomeIntegersAsCastsDo() {
    assertThat(Tensors.ofDoubles(DType.INT32, Shape.of(2), 1.9, -1.9))
        .hasToString("int32[2] [1, -1]");
    assertThat(Tensors.ofDoubles(DType.UINT8, Shape.of(2), 255, 257))
        .hasToString("uint8[2] [255, 1]");
    assertThat(Tensors.ofDoubles(DType.BOOL, Shape.of(3), 0, 0.5, -0.0))
        .hasToString("bool[3] [false, true, false]");
  }

  @Test
  void integersOfEveryWidthKeepTheirSign() {
    for (DType dtype : DType.values()) {
      if (dtype.isInteger() || dtype.isQuantized()) {
        Tensor t = Tensors.ofLongs(dtype, Shape.of(1), -1);
        boolean unsigned = dtype.toString().startsWith("u") || dtype.toString().startsWith("qu");
        long expected = unsigned && dtype.byteSize() < 8 ? (1L << (8 * dtype.byteSize())) - 1 : -1;
        assertThat(t.getLong(0)).as(dtype.toString()).isEqualTo(expected);
      }
    }
  }
}
