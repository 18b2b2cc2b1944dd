package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestTensorText {
  @ParameterizedTest
  @CsvSource({
    "1,1.0",
    "-2.5,-2.5",
    "0,0.0",
    "-0.0,-0.0",
    "0.1,0.1",
    "100000,100000.0",
    "1e15,1000000000000000.0",
    "1e16,1e16",
    "1.5e-7,1.5e-7",
    "0.0001,0.0001",
    "NaN,nan",
    "-Infinity,-inf",
    "3.4028235e38,3.4028235e38",
    "16777216,16777216.0",
    "1.401298464324817e-45,1.4e-45"
  })
  void floatsHaveTheFewestDigitsThatLeadBack(float value, String text) {
    assertThat(Tensors.scalar(value)).hasToString("float32[] " + text);
  }

  @Test
  void halvesHaveTheFewestDigitsThatLeadBack() {
    assertThat(Tensors.ofDoubles(DType.FLOAT16, Shape.of(4), 0.1, 65504, 6e-8, 1 / 3.0))
        .hasToString("float16[4] [0.1, 65500.0, 6e-8, 0.3333]");
    assertThat(Tensors.ofDoubles(DType.BFLOAT16, Shape.of(3), 0.1, 3.3895e38, 1 / 3.0))
        .hasToString("bfloat16[3] [0.1, 3.39e38, 0.334]");
  }

  @Test
  void every16BitNumberLeadsBackFromItsText() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float half = Float16.toFloat((short) bits);
      if (Float.isFinite(half)) {
        double read = Double.parseDouble(ElementText.real(DType.FLOAT16, half));
        assertThat(Float16.fromDouble(read) == (short) bits).as("%x", bits).isTrue();
      }
      float bfloat = Bfloat16.toFloat((short) bits);
      if (Float.isFinite(bfloat)) {
        double read = Double.parseDouble(ElementText.real(DType.BFLOAT16, bfloat));
        assertThat(Bfloat16.fromDouble(read) == (short) bits).as("%x", bits).isTrue();
      }
    }
  }

  @Test
  void columnsAreAligned() {
    assertThat(Tensors.ofArray(new double[][] {{1, -20.25}, {300, 4}}))
        .hasToString(
            """
            float64[2,2]
            [[   1.0, -20.25],
             [ 300.0,    4.0]]\
            """);
    assertThat(Tensors.ofArray(new boolean[][] {{true}, {false}}))
        .hasToString("bool[2,1]\n[[ true],\n [false]]");
  }

  @Test
  void dimensionsAreSeparatedByBlankLines() {
    assertThat(Tensors.ofArray(new int[][][] {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}))
        .hasToString(
            """
            int32[2,2,2]
            [[[1, 2],
              [3, 4]],

             [[5, 6],
              [7, 8]]]\
            """);
  }

  @Test
  void largeTensorsAreShortened() {
    assertThat(Tensors.zeros(DType.INT32, Shape.of(1001)))
        .hasToString("int32[1001] [0, 0, 0, …, 0, 0, 0]");
    assertThat(Tensors.ones(DType.INT32, Shape.of(500, 3)))
        .hasToString(
            """
            int32[500,3]
            [[1, 1, 1],
             [1, 1, 1],
             [1, 1, 1],
             …,
             [1, 1, 1],
             [1, 1, 1],
             [1, 1, 1]]\
            """);
  }

  @Test
  void longRowsAreWrapped() {
    assertThat(Tensors.fill(DType.INT32, Shape.of(30), 12345678).toString().lines())
        .allMatch(line -> line.length() <= 89)
        .hasSize(4)
        .first()
        .asString()
        .startsWith("int32[30] [12345678, 12345678");
  }

  @Test
  void stringsAreQuotedAndEscaped() {
    assertThat(Tensors.vector("a\"b\\c\n\t\u0001", "naïve 😀"))
        .hasToString("string[2] [\"a\\\"b\\\\c\\n\\t\\x01\", \"naïve 😀\"]");
    assertThat(ElementText.quote(new byte[] {'a', (byte) 0xff, '"'})).isEqualTo("\"a\\xff\\\"\"");
    assertThat(ElementText.quote("é".repeat(100).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("\"" + "é".repeat(30) + "\"… (200 bytes)");
    assertThat(ElementText.quote(("x" + "é".repeat(100)).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("\"x" + "é".repeat(29) + "\"… (201 bytes)");
  }

  @Test
  void emptyTensorsShowTheirShape() {
    assertThat(Tensors.zeros(DType.FLOAT32, Shape.of(0))).hasToString("float32[0] []");
    assertThat(Tensors.zeros(DType.FLOAT32, Shape.of(1L << 40, 0, 2)))
        .hasToString("float32[1099511627776,0,2] []");
  }

  @Test
  void differencesNameThePositionAndBothValues() {
    Tensor a = Tensors.ofArray(new float[][] {{1, 2}, {3, Float.NaN}});
    Tensor b = Tensors.ofArray(new float[][] {{1, 2}, {3.001f, Float.NaN}});
    assertThat(TensorDifference.first(a, a)).isEmpty();
    assertThat(TensorDifference.first(a, b)).contains("element [1,0]: expected 3.0, got 3.001");
    assertThat(TensorDifference.beyond(a, b, 0.001, 0)).isEmpty();
    assertThat(TensorDifference.beyond(a, b, 0.0001, 0)).isPresent();
    assertThat(TensorDifference.first(a, Tensors.vector(1)))
        .contains("expected float32[2,2], got int32[1]");
    assertThat(TensorDifference.first(Tensors.vector("a"), Tensors.vector("b")))
        .contains("element [0]: expected \"a\", got \"b\"");
    assertThat(TensorDifference.first(Tensors.scalar(0.0), Tensors.scalar(-0.0)))
        .contains("element []: expected 0.0, got -0.0");
    assertThat(TensorDifference.beyond(Tensors.scalar(0.0), Tensors.scalar(-0.0), 0, 0)).isEmpty();
  }
}
