package dev.weir.simulation;

/**
 * What a training is, and how often what goes wrong in it.
 *
 * @param width how many elements the variables have; those of wide ones are sent in chunks
 * @param savesOnTasks whether tasks write checkpoints themselves
 * @param elects whether trainers elect their chief
 * @param registers whether tasks register in ZooKeeper, and are replaced when they are gone there
 * @param electsInZooKeeper whether trainers elect their chief there, and not by their indices
 * @param folderIsThere whether the folder of the checkpoints is there from the beginning
 * @param replacements how often a process loses its session in ZooKeeper
 * @param lostNodes how often a node in ZooKeeper is deleted
 * @param zooKeeperDrop how likely a request to ZooKeeper is lost, and with it the connection
 * @param lateWatch how likely an event of ZooKeeper takes up to seconds
 * @param failingForce how likely forcing something to the disk fails
 * @param chiefGone whether the first chief crashes for good
 */
record TrainingPlan(
    int parameterServers,
    int trainers,
    int steps,
    int stepsPerSave,
    int width,
    boolean savesOnTasks,
    boolean elects,
    boolean registers,
    boolean electsInZooKeeper,
    boolean folderIsThere,
    FaultPlan network,
    int taskCrashes,
    int trainerCrashes,
    int partitions,
    int oneWay,
    int halfOpen,
    int pauses,
    int clockJumps,
    int replacements,
    int lostNodes,
    double zooKeeperDrop,
    double lateWatch,
    int fullDisks,
    int slowDisks,
    double failingForce,
    boolean chiefGone) {
  /** More than a stream sends within a message. */
  private static final int WIDE = 6_000;

  /** One seed in ten has no faults. */
  static TrainingPlan of(Chance chance) {
    boolean faulty = !chance.happens(0.1);
    boolean elects = chance.happens(0.5);
    boolean registers = chance.happens(0.5);
    int trainers = 1 + chance.below(3);
    return new TrainingPlan(
        1 + chance.below(2),
        trainers,
        8 + chance.below(16),
        2 + chance.below(4),
        chance.happens(0.25) ? WIDE : Attempts.MOST,
        chance.happens(0.5),
        elects,
        registers,
        registers && elects && chance.happens(0.6),
        chance.happens(0.7),
        faulty
            ? new FaultPlan(
                sometimes(chance, 0.02), sometimes(chance, 0.1), sometimes(chance, 0.1), 0, 0, 0, 0)
            : FaultPlan.NONE,
        some(chance, faulty),
        some(chance, faulty),
        some(chance, faulty),
        some(chance, faulty),
        some(chance, faulty),
        some(chance, faulty),
        some(chance, faulty),
        registers ? some(chance, faulty) : 0,
        registers ? some(chance, faulty) : 0,
        faulty && registers ? sometimes(chance, 0.1) : 0,
        faulty && registers ? sometimes(chance, 0.2) : 0,
        some(chance, faulty),
        some(chance, faulty),
        faulty && chance.happens(0.3) ? 0.05 : 0,
        faulty && elects && trainers > 1 && chance.happens(0.3));
  }

  private static int some(Chance chance, boolean faulty) {
    return faulty && chance.happens(0.3) ? 1 + chance.below(2) : 0;
  }

  boolean isWide() {
    return width == WIDE;
  }

  private static double sometimes(Chance chance, double most) {
    return chance.happens(0.4) ? most * (1 + chance.below(10)) / 10 : 0;
  }
}
