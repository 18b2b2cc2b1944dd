package dev.weir.cli.digits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TestDigitPainter {
  private static Stream<DigitPainter> painters() {
    return Stream.of(DigitPainter.create(), DigitPainter.withoutFonts());
  }

  @ParameterizedTest
  @MethodSource("painters")
  void sameSeedDrawsTheSame(DigitPainter painter) {
    DigitSet once = painter.draw(40, 7);
    DigitSet again = painter.draw(40, 7);
    DigitSet other = painter.draw(40, 8);
    int same = 0;
    for (int i = 0; i < once.size(); i++) {
      assertThat(pixels(once, i)).isEqualTo(pixels(again, i));
      same += Arrays.equals(pixels(once, i), pixels(other, i)) ? 1 : 0;
    }
    assertThat(same).isZero();
  }

  @ParameterizedTest
  @MethodSource("painters")
  void everyKindIsDrawnInTheMiddle(DigitPainter painter) {
    DigitSet set = painter.draw(500, 1);
    int[] kinds = new int[DigitSet.KINDS];
    for (int i = 0; i < set.size(); i++) {
      kinds[set.label(i)]++;
      double ink = 0;
      double border = 0;
      for (int row = 0; row < DigitSet.SIDE; row++) {
        for (int column = 0; column < DigitSet.SIDE; column++) {
          float pixel = set.pixel(i, row, column);
          ink += pixel;
          boolean isCorner = (row < 2 || row > 25) && (column < 2 || column > 25);
          border += isCorner ? pixel : 0;
        }
      }
      assertThat(ink / DigitSet.PIXELS).as("ink of digit %d", i).isBetween(0.02, 0.49);
      assertThat(border / 16).as("corners of digit %d", i).isLessThan(0.25);
    }
    assertThat(kinds).containsOnly(50);
  }

  @ParameterizedTest
  @MethodSource("painters")
  void kindsDiffer(DigitPainter painter) {
    // the mean pictures of two kinds are further apart than those of two halves of one kind
    DigitSet set = painter.draw(2000, 3);
    double[][] means = new double[DigitSet.KINDS][];
    for (int kind = 0; kind < DigitSet.KINDS; kind++) {
      means[kind] = mean(set, kind, 0, 2000);
      assertThat(distance(mean(set, kind, 0, 1000), mean(set, kind, 1000, 2000))).isLessThan(1.2);
      for (int other = 0; other < kind; other++) {
        assertThat(distance(means[kind], means[other]))
            .as("%d and %d", kind, other)
            .isGreaterThan(1.2);
      }
    }
  }

  private static double[] mean(DigitSet set, int kind, int from, int to) {
    double[] mean = new double[DigitSet.PIXELS];
    int count = 0;
    for (int i = from; i < to; i++) {
      if (set.label(i) == kind) {
        count++;
        float[] picture = pixels(set, i);
        for (int p = 0; p < mean.length; p++) {
          mean[p] += picture[p];
        }
      }
    }
    for (int p = 0; p < mean.length; p++) {
      mean[p] /= count;
    }
    return mean;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int p = 0; p < a.length; p++) {
      sum += (a[p] - b[p]) * (a[p] - b[p]);
    }
    return Math.sqrt(sum);
  }

  private static float[] pixels(DigitSet set, int picture) {
    float[] pixels = new float[DigitSet.PIXELS];
    for (int p = 0; p < pixels.length; p++) {
      pixels[p] = set.pixel(picture, p / DigitSet.SIDE, p % DigitSet.SIDE);
    }
    return pixels;
  }
}
