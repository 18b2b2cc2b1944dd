package dev.weir.simulation;

import java.time.Duration;
import java.util.Random;

/** All that is left to chance in a simulation, from one seed. */
final class Chance {
  private final Random random;

  Chance(long seed) {
    // consecutive seeds give similar first numbers otherwise
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
  }

  /** Whether something happens that does so with this probability. */
  boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A time between two others; short ones are as likely as long ones of ten times the length. */
  Duration between(Duration least, Duration most) {
    double low = Math.log(least.toNanos());
    double high = Math.log(most.toNanos());
    return Duration.ofNanos((long) Math.exp(low + random.nextDouble() * (high - low)));
  }

  /** A number for handles, ids and ties; never 0. */
  long number() {
    return random.nextLong() >>> 1 | 1;
  }
}
