package dev.weir.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestCrc32c {
  @Test
  void checksumsAreTheKnownOnes() {
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    assertThat(Crc32c.of(digits)).isEqualTo(0xe3069283);
    assertThat(Crc32c.mask(0xe3069283)).isEqualTo(0xc78ab0e5);
    assertThat(Crc32c.unmask(0xc78ab0e5)).isEqualTo(0xe3069283);
    assertThat(Crc32c.of(new byte[32])).isEqualTo(0x8a9136aa);
    assertThat(Crc32c.mask(Crc32c.of(new byte[0]))).isEqualTo(0xa282ead8);
  }

  @Test
  void piecesCombineToTheWhole() {
    Random random = new Random(1);
    for (int length : new int[] {0, 1, 2, 63, 64, 1000, 100_003}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      int cut = length == 0 ? 0 : random.nextInt(length + 1);
      int first = Crc32c.of(Arrays.copyOf(bytes, cut));
      int second = Crc32c.of(Arrays.copyOfRange(bytes, cut, length));
      assertThat(Crc32c.combine(first, second, Crc32c.shiftBy(length - cut)))
          .isEqualTo(Crc32c.of(bytes));
    }
  }

  @Test
  void shiftsAddUpOverLongDistances() {
    long far = (1L << 40) + 12_345;
    int inTwoSteps =
        Crc32c.combine(
            Crc32c.combine(0x12345678, 0, Crc32c.shiftBy(far - 77)), 0, Crc32c.shiftBy(77));
    assertThat(Crc32c.combine(0x12345678, 0, Crc32c.shiftBy(far))).isEqualTo(inTwoSteps);
  }
}
