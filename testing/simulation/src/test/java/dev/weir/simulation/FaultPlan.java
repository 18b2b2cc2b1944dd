package dev.weir.simulation;

/**
 * How often what goes wrong.
 *
 * @param drop how likely a message is lost, and with it the connection of its call
 * @param duplicate how likely a request comes twice
 * @param slow how likely a message takes up to seconds
 * @param crashes how many tasks crash
 * @param partitions how many times two tasks cannot reach each other
 * @param cancel how likely a client gives a call up
 * @param reset how likely a client resets the cluster, in place of a step
 */
record FaultPlan(
    double drop,
    double duplicate,
    double slow,
    int crashes,
    int partitions,
    double cancel,
    double reset) {
  /** Nothing goes wrong; messages still overtake each other. */
  static final FaultPlan NONE = new FaultPlan(0, 0, 0, 0, 0, 0, 0);

  /** One seed in five has no faults; the others some of them, rare or frequent. */
  static FaultPlan of(Chance chance) {
    if (chance.happens(0.2)) {
      return NONE;
    }
    return new FaultPlan(
        sometimes(chance, 0.06),
        sometimes(chance, 0.2),
        sometimes(chance, 0.2),
        chance.happens(0.4) ? 1 + chance.below(3) : 0,
        chance.happens(0.4) ? 1 + chance.below(3) : 0,
        sometimes(chance, 0.3),
        sometimes(chance, 0.1));
  }

  private static double sometimes(Chance chance, double most) {
    return chance.happens(0.5) ? most * (1 + chance.below(10)) / 10 : 0;
  }

  /** Whether all messages arrive, however late, and all tasks live. */
  boolean losesNothing() {
    return drop == 0 && crashes == 0 && partitions == 0;
  }

  boolean isFaultless() {
    return equals(NONE);
  }
}
