package dev.weir.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestSliceKeys {
  @Test
  void keysAreTensorFlows() {
    assertThat(key("v", "0,5:-")).isEqualTo("0076000101028085807f");
    assertThat(key("w", "70,1000")).isEqualTo("007700010101c046c3e8");
  }

  private static String key(String name, String slice) {
    return HexFormat.of().formatHex(SliceKeys.encode(name, TensorSlice.parse(slice)));
  }

  @ParameterizedTest
  @CsvSource({
    "63, bf",
    "64, c040",
    "-1, 7f",
    "-64, 40",
    "-65, 3fbf",
    "8191, dfff",
    "8192, e02000",
    "-2048, 3800",
    "4342338, f0424242"
  })
  void signedNumbersSortAsTheirBytes(long value, String expected) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SliceKeys.signed(out, value);
    assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(expected);
  }

  @Test
  void orderOfBytesIsOrderOfNumbers() {
    List<Long> ascending =
        List.of(Long.MIN_VALUE, -1L << 40, -8193L, -64L, 0L, 5L, 1L << 33, Long.MAX_VALUE);
    byte[] before = {};
    for (long value : ascending) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      SliceKeys.signed(out, value);
      assertThat(java.util.Arrays.compareUnsigned(before, out.toByteArray())).isNegative();
      before = out.toByteArray();
    }
  }

  @Test
  void specificationsAreReadAndPrinted() {
    ShapeAndSlice part = ShapeAndSlice.parse("10 4 0,5:-");
    assertThat(part.shape()).isEqualTo(Shape.of(10, 4));
    assertThat(part.sliceShape()).isEqualTo(Shape.of(5, 4));
    assertThat(part).hasToString("10 4 0,5:-");
    assertThat(part.slice().isWholeOf(Shape.of(5, 4))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10|Need least two elements",
        "x 0,1|Non numerical dimension",
        "-3 0,1|Non numerical dimension",
        "10 0;5|Expected a pair of numbers",
        "10 5,0|Expected a pair of numbers",
        "10 6,5|lies outside",
        "10 4 0,5|has rank 1",
      })
  void nonsenseIsRefused(String text, String message) {
    assertThatThrownBy(() -> ShapeAndSlice.parse(text))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(message);
  }
}
