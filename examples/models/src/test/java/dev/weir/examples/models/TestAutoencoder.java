package dev.weir.examples.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestAutoencoder {
  private static final int SIDE = 12;

  @Test
  void fourNumbersKeepMostOfAPicture() throws Exception {
    List<String> lines = Printed.by(Autoencoder::main);
    int start = lines.indexOf("pictures it has not seen");
    assertThat(start).as("reports come first").isEqualTo(3);
    assertThat(Printed.number(lines.get(2), "error"))
        .isLessThan(0.1 * variance(Autoencoder.rings(200, 2)));

    assertThat(lines).hasSize(start + 3 * (SIDE + 1));
    assertThat(lines.get(start + SIDE + 1)).isEqualTo("what it makes of their codes");
    List<String> given = lines.subList(start + 1, start + 1 + SIDE);
    List<String> made = lines.subList(start + SIDE + 2, start + 2 * SIDE + 2);
    assertThat(String.join("", given)).matches("[ .:=+*#%@-]+").contains("@@");
    assertThat(shareOfEqualInk(given, made)).isGreaterThan(0.95);
  }

  /** The error of who knows only how bright each pixel is on average. */
  private static double variance(Tensor pictures) {
    long count = pictures.shape().size(0);
    long pixels = pictures.shape().size(1);
    double total = 0;
    for (long pixel = 0; pixel < pixels; pixel++) {
      double sum = 0;
      double squares = 0;
      for (long i = 0; i < count; i++) {
        double value = pictures.getDouble(i * pixels + pixel);
        sum += value;
        squares += value * value;
      }
      total += squares / count - (sum / count) * (sum / count);
    }
    return total / pixels;
  }

  /** The share of places that are dark in both drawings or in neither. */
  private static double shareOfEqualInk(List<String> given, List<String> made) {
    int width = 3 * (2 * SIDE + 2);
    int equal = 0;
    for (int row = 0; row < SIDE; row++) {
      for (int column = 0; column < width; column++) {
        equal += isInk(given.get(row), column) == isInk(made.get(row), column) ? 1 : 0;
      }
    }
    return (double) equal / (SIDE * width);
  }

  private static boolean isInk(String line, int column) {
    return column < line.length() && "=+*#%@".indexOf(line.charAt(column)) >= 0;
  }
}
