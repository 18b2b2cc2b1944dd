package dev.weir.simulation;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointSeries;
import dev.weir.checkpoint.Retention;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.simulation.disk.SimulatedDisk;
import dev.weir.tensor.Tensor;
import dev.weir.time.Time;
import dev.weir.train.EpochNumber;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One seed of a training: parameter servers, workers and the processes that train, with their
 * checkpoints on a disk, while things go wrong; and then, when nothing does any more, a look at the
 * checkpoints and at what is left.
 */
final class TrainingSimulation implements ObservedSaver.Observer {
  private static final String FOLDER = "/run/checkpoints";
  private static final String LATER_FOLDER = "/run/later";
  static final String NAME = "model";

  private static final Duration LONGEST = Duration.ofMinutes(40);
  private static final Duration RESTART = Duration.ofSeconds(2);
  private static final Duration AFTERMATH = Duration.ofMinutes(8);
  private static final Duration LAST_START = Duration.ofMinutes(1);
  private static final double TRAINS_AGAIN = 0.25;
  private static final int MOST_RESTARTS = 60;

  private final EventLog log;
  private final Verdict verdict = new Verdict();
  private final SimulatedScheduler world;
  private final TrainingPlan plan;
  private final SimulatedCluster cluster;
  private final SimulatedDisk disk;
  private final TrainingFaults faults;
  private final Attempts attempts = new Attempts();
  private final Map<Integer, SimulatedTrainer> trainers = new LinkedHashMap<>();
  private final Map<Long, List<Attempts.Save>> saves = new HashMap<>();
  private final TreeMap<Long, Long> acknowledged = new TreeMap<>();

  /** The step that was restored, by the epoch. */
  private final TreeMap<Long, Long> restoredSteps = new TreeMap<>();

  private final @Nullable SimulatedZooKeeper zooKeeper;
  private final @Nullable TaskRegistry registry;
  private long lastSaved = -1;
  private int restarts;
  private boolean isComplete;

  /** Whether the second training has begun, and how many of its processes are to be started. */
  private boolean isLater;

  private int toStart;
  private int laterSteps;

  private TrainingSimulation(long seed, boolean prints) {
    this.log = new EventLog(prints);
    Chance chance = new Chance(seed);
    this.world = new SimulatedScheduler(chance, log);
    this.plan = TrainingPlan.of(chance);
    world.note(seed + ": " + plan);
    this.cluster =
        new SimulatedCluster(
            world, plan.network(), plan.parameterServers(), plan.trainers(), plan.registers());
    SimulatedConnector.use(cluster.network());
    this.faults = new TrainingFaults(this);
    this.disk = new SimulatedDisk(new Host());
    disk.makeFolder("/run");
    if (plan.folderIsThere()) {
      disk.makeFolder(FOLDER);
    }
    this.zooKeeper =
        plan.registers()
            ? new SimulatedZooKeeper(world, plan.zooKeeperDrop(), plan.lateWatch())
            : null;
    this.registry =
        zooKeeper == null ? null : new TaskRegistry(cluster, zooKeeper, verdict, this::replaced);
    cluster.whenStarted(this::started);
    cluster.whenCrashed(task -> crashed(task.scheduler()));
    for (int i = 0; i < plan.trainers(); i++) {
      startTrainer(i);
    }
    faults.plan();
  }

  /** The processes as the disk knows them. */
  private final class Host implements SimulatedDisk.Host {
    @Override
    public @Nullable Object process() {
      return Time.current() instanceof SimulatedTime time ? time.life() : null;
    }

    @Override
    public void operate(String what, boolean writes) throws IOException {
      if (process() == null) {
        return;
      }
      Duration takes = faults.diskTime(writes);
      if (SimulatedThreads.isOne()) {
        try {
          Time.current().sleep(takes);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }

    @Override
    public boolean failsToForce() {
      return process() != null && faults.failsToForce();
    }

    @Override
    public boolean isDead(Object process) {
      return ((LifeScheduler) process).isDead();
    }

    @Override
    public long currentMillis() {
      return Time.current() instanceof SimulatedTime time ? time.clockMillis() : 0;
    }

    @Override
    public int below(int bound) {
      return world.chance().below(bound);
    }
  }

  SimulatedScheduler world() {
    return world;
  }

  TrainingPlan plan() {
    return plan;
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /** Whether this is the second training, on tasks that the first has left. */
  boolean isLater() {
    return isLater;
  }

  /** Where the checkpoints of the training are. */
  String folder() {
    return isLater ? LATER_FOLDER : FOLDER;
  }

  /** Begins a step; null if it is one that is not followed up. */
  Attempts.@Nullable Attempt begin(String trainer, EpochNumber epoch) {
    if (isLater) {
      laterSteps++;
      return null;
    }
    return attempts.begin(trainer, epoch.value());
  }

  /** Where tasks register; null if they do not. */
  @Nullable TaskRegistry registry() {
    return registry;
  }

  List<SimulatedTrainer> trainers() {
    return List.copyOf(trainers.values());
  }

  /** Runs a seed; its events go to the log if wanted. */
  static Simulation.Outcome run(long seed, boolean prints) {
    TrainingSimulation simulation = new TrainingSimulation(seed, prints);
    try {
      simulation.run();
    } catch (RuntimeException | Error e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      simulation.verdict.wrong(
          "an event failed: " + cause + " at " + List.of(cause.getStackTrace()));
    }
    simulation.world.faults().forEach(simulation.verdict::counted);
    return new Simulation.Outcome(
        seed,
        simulation.log.hash(),
        simulation.log.count(),
        simulation.verdict.wrongs(),
        simulation.verdict.counts());
  }

  private void startTrainer(int index) {
    trainers.put(index, new SimulatedTrainer(this, index));
  }

  /** A process has come to its end. Who supervises it starts it again unless all is done. */
  void ended(SimulatedTrainer trainer, @Nullable WeirException failure) {
    world.note(
        trainer.name()
            + " ends: "
            + (failure == null ? "done" : reproducible(String.valueOf(failure.getMessage()))));
    verdict.counted("Training", failure == null ? null : failure.code());
    trainers.remove(trainer.index(), trainer);
    trainer.scheduler().die();
    cluster.network().broken(trainer);
    if (failure == null) {
      if (isLater && laterSteps < plan.steps()) {
        verdict.wrong(
            trainer.name() + " ended after " + laterSteps + " of " + plan.steps() + " steps");
      }
      isComplete |= (isLater ? lastOf(LATER_FOLDER) : lastSaved) >= plan.steps();
    } else {
      if (isLater) {
        verdict.wrong("a training after the last fault failed: " + failure);
      }
      judge(failure);
      restartLater(trainer.index());
    }
  }

  private void judge(WeirException failure) {
    switch (failure.code()) {
      case INTERNAL, UNKNOWN, UNIMPLEMENTED, DATA_LOSS, INVALID_ARGUMENT ->
          verdict.wrong("a training ended with a strange error: " + failure);
      default -> {
        if (plan.network().isFaultless()
            && world.faults().keySet().stream().allMatch(this::isHarmless)) {
          verdict.wrong("nothing went wrong, but a training failed: " + failure);
        }
      }
    }
  }

  private boolean isHarmless(Fault fault) {
    return fault == Fault.GRPC_CODEC || fault == Fault.STREAM_CODEC || fault == Fault.STREAM_CHUNKS;
  }

  private void restartLater(int index) {
    restarts++;
    if (restarts > MOST_RESTARTS) {
      verdict.wrong("trainers were restarted " + restarts + " times");
      isComplete = true;
    }
    world.after(
        RESTART,
        "",
        () -> {
          if (!isComplete && !trainers.containsKey(index)) {
            world.note("RESTART of trainer" + index);
            startTrainer(index);
          }
        });
  }

  /** A process that trains dies, and its machine with it. */
  void crash(@Nullable SimulatedTrainer trainer, boolean comesBack) {
    if (trainer == null) {
      return;
    }
    world.fault(Fault.TRAINER_CRASH, trainer.name());
    trainers.remove(trainer.index(), trainer);
    trainer.scheduler().die();
    cluster.network().broken(trainer);
    crashed(trainer.scheduler());
    if (comesBack) {
      restartLater(trainer.index());
    }
  }

  /** A machine is gone: what was not forced to the disk may be lost; a checkpoint must be whole. */
  private void crashed(LifeScheduler process) {
    int before = disk.lost();
    disk.crash(process);
    if (disk.lost() > before) {
      world.fault(Fault.TORN_WRITE);
    }
    checkDisk();
  }

  private void checkDisk() {
    try (CheckpointReader reader = latest().orElse(null)) {
      if (reader == null) {
        if (lastSaved >= 0) {
          verdict.wrong("step " + lastSaved + " was saved, and after a crash nothing is there");
        }
        return;
      }
      long step = stepOf(reader.prefix());
      if (step < lastSaved) {
        verdict.wrong("step " + lastSaved + " was saved, and after a crash the last is " + step);
      }
    } catch (WeirException e) {
      verdict.wrong("after a crash no checkpoint can be read: " + e.getMessage());
    }
  }

  private static Optional<CheckpointReader> latest() {
    return latest(FOLDER);
  }

  private static Optional<CheckpointReader> latest(String folder) {
    return CheckpointSeries.of(SimulatedDisk.path(folder), NAME, Retention.last(3)).openLatest();
  }

  /** The step of the last checkpoint in a folder; -1 if there is none. */
  private static long lastOf(String folder) {
    try (CheckpointReader reader = latest(folder).orElse(null)) {
      return reader == null ? -1 : stepOf(reader.prefix());
    }
  }

  private static long stepOf(Path prefix) {
    String name = prefix.toString();
    return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
  }

  @Override
  public void saving(long step, Attempts.Save save) {
    saves.computeIfAbsent(step, key -> new ArrayList<>()).add(save);
  }

  @Override
  public void saved(Path prefix, long step, Attempts.Save save) {
    world.note("SAVED " + prefix);
    saves.put(step, new ArrayList<>(List.of(save)));
    lastSaved = Math.max(lastSaved, step);
    acknowledged.put(world.nanoTime(), lastSaved);
    if (isStale(step, save)) {
      verdict.wrong(prefix + " was saved in an epoch that was over: " + save);
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      attempts
          .check(contents(reader), save)
          .forEach(problem -> verdict.wrong(prefix + ": " + problem));
    } catch (WeirException e) {
      verdict.wrong("a checkpoint that was just saved cannot be read: " + e.getMessage());
    }
  }

  /**
   * Whether a save was published after the chief of a later epoch had claimed the checkpoints: else
   * that chief would have restored it, or a later one.
   */
  private boolean isStale(long step, Attempts.Save save) {
    return restoredSteps.tailMap(save.epoch(), false).values().stream()
        .anyMatch(restored -> restored < step);
  }

  /** No process may restore less than was acknowledged before. */
  @Override
  public void restored(Optional<Path> prefix, EpochNumber epoch, long begin) {
    world.note("RESTORED " + prefix + " epoch " + epoch.count());
    long step = prefix.map(TrainingSimulation::stepOf).orElse(-1L);
    Map.Entry<Long, Long> before = acknowledged.floorEntry(begin);
    if (before != null && step < before.getValue()) {
      verdict.wrong("step " + before.getValue() + " was saved, and step " + step + " restored");
    }
    restoredSteps.put(epoch.value(), step);
    if (prefix.isEmpty()) {
      attempts.restored(epoch.value(), Map.of());
      return;
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix.get())) {
      Map<String, float[]> values = contents(reader);
      attempts.restored(epoch.value(), values);
      judgeRestored(prefix.get(), step, values);
    } catch (WeirException e) {
      // a later chief may have deleted it; then this one's epoch never came to be
      if (e.code() != ErrorCode.NOT_FOUND || !isSucceeded(epoch)) {
        verdict.wrong("a checkpoint that was just restored cannot be read: " + e.getMessage());
      }
    }
  }

  /** What is restored was saved by a process, even if the save was not acknowledged. */
  private void judgeRestored(Path prefix, long step, Map<String, float[]> values) {
    List<String> problems = List.of("no process has saved it");
    for (Attempts.Save save : saves.getOrDefault(step, List.of())) {
      problems =
          isStale(step, save)
              ? List.of("it was saved in an epoch that was over")
              : attempts.check(values, save);
      if (problems.isEmpty()) {
        return;
      }
    }
    problems.forEach(problem -> verdict.wrong(prefix + " is restored: " + problem));
  }

  private boolean isSucceeded(EpochNumber epoch) {
    long claimed =
        CheckpointSeries.of(SimulatedDisk.path(FOLDER), NAME, Retention.last(3)).claimed();
    return claimed > epoch.value();
  }

  private Map<String, float[]> contents(CheckpointReader reader) {
    Map<String, float[]> values = new LinkedHashMap<>();
    for (int i = 0; i < plan.parameterServers(); i++) {
      String name = SimulatedTrainer.COUNT + i;
      Tensor tensor = reader.read(name);
      float[] elements = new float[Attempts.MOST];
      for (int j = 0; j < elements.length; j++) {
        elements[j] = tensor.getFloat(j);
      }
      tensor.close();
      values.put(name, elements);
    }
    return values;
  }

  private void started(SimulatedTask task) {
    if (registry != null) {
      registry.register(task);
    }
  }

  /** What a server does when another has its place. */
  private void replaced(SimulatedTask task, WeirException because) {
    world.fault(Fault.LEASE_LOST, task.name());
    String why = "this task stops serving: " + because.getMessage();
    task.master().drain(why);
    var unused = task.worker().drain(why);
    long begun = task.worker().counts().begun();
    world.after(
        RESTART,
        "",
        () -> {
          if (task.worker().counts().begun() > begun) {
            verdict.wrong(task.name() + " has lost its place and still begins steps");
          }
          cluster.exit(task);
        });
  }

  private void run() {
    world.runUntil(this::isOver, TrainingFaults.LAST.plusSeconds(40));
    faults.stop();
    cluster.becomeReliable();
    if (zooKeeper != null) {
      zooKeeper.becomeReliable();
    }
    if (!world.runUntil(this::isOver, LONGEST)) {
      verdict.wrong("the training did not come to its end: " + trainers.keySet() + " still run");
      return;
    }
    checkDisk();
    checkLast();
    if (world.chance().happens(TRAINS_AGAIN) && !trainAgain()) {
      return;
    }
    world.run(AFTERMATH);
    if (registry != null) {
      registry.checkSettled();
      registry.close();
    }
    for (SimulatedTask task : cluster.tasks()) {
      expectNone(task.worker().knownSteps(), task, "steps");
      expectNone(task.worker().sessions(), task, "sessions of masters");
      expectNone(task.worker().registeredGraphs(), task, "registered graphs");
      expectNone(task.master().sessions(), task, "sessions of clients");
    }
    cluster.tasks().forEach(SimulatedTask::close);
    world.run(AFTERMATH);
    if (registry != null) {
      registry.checkClosed();
    }
    for (SimulatedTask task : cluster.tasks()) {
      expectNone(task.allocator().inUse(), task, "bytes");
    }
  }

  /**
   * Trains again on the same tasks, in another folder, without faults; who is started first, and
   * who after the end, is left to chance. A pause that outlasts the first training is a fault, and
   * so is the replacement it may lead to: both are waited for. Returns whether the training came to
   * its end.
   */
  private boolean trainAgain() {
    if (registry != null && !world.runUntil(registry::isSettled, LONGEST)) {
      verdict.wrong("without faults, not every place has one process that can be reached");
      return false;
    }
    isLater = true;
    isComplete = false;
    toStart = plan.trainers();
    for (int i = 0; i < plan.trainers(); i++) {
      int index = i;
      world.after(
          world.chance().between(Duration.ofMillis(1), LAST_START),
          "",
          () -> {
            toStart--;
            startTrainer(index);
          });
    }
    boolean isOver = world.runUntil(this::isOver, LONGEST);
    if (!isOver) {
      verdict.wrong(
          "the training after it did not come to its end: step "
              + lastOf(LATER_FOLDER)
              + " is saved, "
              + trainers.keySet()
              + " still run");
    }
    return isOver;
  }

  /** The last step is saved, and all trainers have ended. */
  private boolean isOver() {
    return isComplete && trainers.isEmpty() && toStart == 0;
  }

  private void checkLast() {
    try (CheckpointReader reader = latest().orElse(null)) {
      if (reader == null || stepOf(reader.prefix()) < plan.steps()) {
        verdict.wrong(
            "the training ended at "
                + (reader == null ? "no checkpoint" : reader.prefix())
                + ", not at step "
                + plan.steps());
      }
    }
    world.note("files: " + reproducible(disk.files().toString()));
  }

  /** A save writes to a folder with a random name that is not the seed's. */
  private static String reproducible(String text) {
    return text.replaceAll("tempstate[0-9a-f]+", "tempstate");
  }

  private void expectNone(long there, Endpoint where, String what) {
    if (there > 0) {
      verdict.wrong("in the end " + where.name() + " has " + there + " " + what);
    }
  }
}
