package dev.weir.fuzz.parse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Changes inputs at random: bits, bytes, numbers at their limits, pieces moved, cut and joined. */
final class Mutator {
  private static final int MOST_CHANGES = 6;
  private static final int LONGEST = 1 << 16;
  private static final long[] LIMITS = {
    0,
    1,
    -1,
    127,
    128,
    255,
    256,
    32767,
    65535,
    65536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0xffffffffL,
    1L << 32,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final String[] TEXTS = {
    "[", "]", "{", "}", "\"", "-", "1e999", "NaN", "null", "\\u0000", ":", ",", "(", ")", "%s"
  };

  private final RandomGenerator random;
  private final List<byte[]> corpus;

  Mutator(RandomGenerator random, List<byte[]> corpus) {
    this.random = random;
    this.corpus = corpus;
  }

  byte[] next() {
    byte[] input = corpus.get(random.nextInt(corpus.size())).clone();
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      input = change(input);
    }
    return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
  }

  private byte[] change(byte[] input) {
    if (input.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    int at = random.nextInt(input.length);
    switch (random.nextInt(9)) {
      case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> input[at] = (byte) random.nextInt();
      case 2 -> input[at] += (byte) (random.nextInt(9) - 4);
      case 3 -> number(input, at);
      case 4 -> {
        return Arrays.copyOf(input, at);
      }
      case 5 -> {
        return splice(input, at, 0, randomBytes());
      }
      case 6 -> {
        return splice(input, at, Math.min(input.length - at, 1 + random.nextInt(16)), new byte[0]);
      }
      case 7 -> {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        int from = random.nextInt(other.length + 1);
        int to = from + random.nextInt(other.length - from + 1);
        return splice(input, at, 0, Arrays.copyOfRange(other, from, to));
      }
      default -> {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        return splice(input, at, 0, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return input;
  }

  private void number(byte[] input, int at) {
    long value = LIMITS[random.nextInt(LIMITS.length)];
    ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    ByteBuffer bytes = ByteBuffer.wrap(input).order(order);
    int left = input.length - at;
    if (left >= Long.BYTES && random.nextBoolean()) {
      bytes.putLong(at, value);
    } else if (left >= Integer.BYTES) {
      bytes.putInt(at, (int) value);
    } else {
      input[at] = (byte) value;
    }
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[1 + random.nextInt(8)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] splice(byte[] input, int at, int removed, byte[] added) {
    byte[] result = new byte[input.length - removed + added.length];
    System.arraycopy(input, 0, result, 0, at);
    System.arraycopy(added, 0, result, at, added.length);
    System.arraycopy(input, at + removed, result, at + added.length, input.length - at - removed);
    return result;
  }
}
