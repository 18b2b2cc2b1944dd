package dev.weir.ops.random;

import java.security.SecureRandom;

/** The generator of a node, which goes on from run to run. Thread-safe. */
final class GeneratorState {
  private final Philox next;

  GeneratorState(Philox first) {
    this.next = first;
  }

  /** Starts where the seeds say, or anywhere if both are 0. */
  static GeneratorState of(long seed, long seed2) {
    if (seed != 0 || seed2 != 0) {
      return new GeneratorState(Philox.ofSeeds(seed, seed2));
    }
    SecureRandom random = new SecureRandom();
    return new GeneratorState(Philox.ofSeeds(random.nextLong(), random.nextLong()));
  }

  /** Reserves the next {@code blocks} blocks: a generator at their start. */
  synchronized Philox reserve(long blocks) {
    Philox start = next.copy();
    next.skip(blocks);
    return start;
  }
}
