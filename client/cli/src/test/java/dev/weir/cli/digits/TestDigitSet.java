package dev.weir.cli.digits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TestDigitSet {
  private static DigitSet twoDots() {
    byte[] pixels = new byte[2 * DigitSet.PIXELS];
    pixels[10 * DigitSet.SIDE + 12] = (byte) 255;
    pixels[DigitSet.PIXELS + 5 * DigitSet.SIDE + 6] = 51;
    return new DigitSet(pixels, new byte[] {3, 9});
  }

  @Test
  void picturesAreNumbersFromZeroToOne() {
    Tensor images = twoDots().images(new int[] {1, 0});
    assertThat(images.shape()).isEqualTo(Shape.of(2, 28, 28, 1));
    assertThat(images.getFloat(5 * 28 + 6)).isEqualTo(0.2f);
    assertThat(images.getFloat(784 + 10 * 28 + 12)).isEqualTo(1f);
    assertThat(twoDots().labels(new int[] {1, 0}).toString()).contains("[9, 3]");
  }

  @Test
  void movedPicturesKeepTheirInk() {
    int[] often = new int[200];
    Tensor moved = twoDots().movedImages(often, 2, new SplittableRandom(5));
    int places = 0;
    for (int at = 0; at < DigitSet.PIXELS; at++) {
      double ink = 0;
      for (int i = 0; i < 200; i++) {
        ink += moved.getFloat((long) i * DigitSet.PIXELS + at);
      }
      boolean isNear = Math.abs(at / 28 - 10) <= 2 && Math.abs(at % 28 - 12) <= 2;
      assertThat(ink > 0).as("ink at %d", at).isEqualTo(isNear);
      places += ink > 0 ? 1 : 0;
    }
    assertThat(places).isEqualTo(25);
  }

  @Test
  void partsHaveAllPicturesOnce() {
    byte[] labels = {0, 1, 2, 3, 4, 5, 6};
    DigitSet set = new DigitSet(new byte[labels.length * DigitSet.PIXELS], labels);
    List<Integer> seen = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      DigitSet some = set.part(part, 3);
      assertThat(some.size()).isBetween(2, 3);
      IntStream.range(0, some.size()).forEach(i -> seen.add(some.label(i)));
    }
    assertThat(seen).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(twoDots().part(1, 2).pixel(0, 5, 6)).isEqualTo(0.2f);
    assertThatThrownBy(() -> twoDots().part(2, 2)).hasMessageContaining("of which this is part 2");
  }

  @Test
  void rejectsLabelsThatAreNoDigits() {
    assertThatThrownBy(() -> new DigitSet(new byte[2 * DigitSet.PIXELS], new byte[] {1, 10}))
        .isInstanceOf(WeirException.class)
        .hasMessage("a label is from 0 to 9, that of picture 1 is 10");
    assertThatThrownBy(() -> new DigitSet(new byte[DigitSet.PIXELS], new byte[] {1, 2}))
        .hasMessageContaining("every picture needs a label");
  }
}
