package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/** Damages valid input in many ways, always the same ones for a seed, and feeds it to a reader. */
public final class SampleFuzz {
  private static final long SEED = Long.getLong("weir.seed", 20260101L);

  private SampleFuzz() {}

  /** Reads damaged copies of something valid; anything but a graph or a refusal is a failure. */
  public static void run(byte[] valid, int rounds, Consumer<byte[]> reader) {
    for (int round = 0; round < rounds; round++) {
      byte[] damaged = damaged(valid, new Random(SEED + round));
      try {
        reader.accept(damaged);
      } catch (WeirException refused) {
        // this is how it should be
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (SEED + round) + " (-Dweir.seed): " + e, e);
      }
    }
  }

  private static byte[] damaged(byte[] valid, Random random) {
    byte[] bytes = valid.clone();
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes && bytes.length > 1; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        case 3 -> bytes[at] = (byte) 0xFF;
        case 4 -> {
          // a piece of the input over another
          int from = random.nextInt(bytes.length);
          int length = Math.min(random.nextInt(32), bytes.length - Math.max(at, from));
          System.arraycopy(bytes, from, bytes, at, length);
        }
        default -> {
          // a piece taken out
          int end = Math.min(bytes.length, at + random.nextInt(16));
          byte[] shorter = Arrays.copyOf(bytes, bytes.length - (end - at));
          System.arraycopy(bytes, end, shorter, at, bytes.length - end);
          bytes = shorter;
        }
      }
    }
    return bytes;
  }
}
