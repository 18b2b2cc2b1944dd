package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes things go wrong in a training, at times that chance decides. */
final class TrainingFaults {
  /** No fault begins later. */
  static final Duration LAST = Duration.ofSeconds(60);

  private static final Duration FIRST = Duration.ofMillis(20);
  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration UNNOTICED = Duration.ofSeconds(12);
  private static final Duration UNNOTICED_FOR_LONG = Duration.ofSeconds(40);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration JUMP = Duration.ofDays(2);

  private final TrainingSimulation simulation;
  private final SimulatedScheduler world;
  private final SimulatedCluster cluster;
  private boolean full;
  private boolean slow;
  private boolean over;

  TrainingFaults(TrainingSimulation simulation) {
    this.simulation = simulation;
    this.world = simulation.world();
    this.cluster = simulation.cluster();
  }

  void plan() {
    TrainingPlan plan = simulation.plan();
    times(plan.taskCrashes(), () -> cluster.crash(anyTask()));
    times(plan.trainerCrashes(), () -> simulation.crash(anyTrainer(), true));
    times(plan.partitions(), this::partition);
    times(plan.oneWay(), () -> swallow(false));
    times(plan.halfOpen(), () -> swallow(true));
    times(plan.pauses(), () -> pause(anyProcess(), world.chance().between(SHORTEST, LONGEST)));
    times(plan.clockJumps(), this::jump);
    times(plan.replacements(), this::holdUp);
    times(plan.lostNodes(), this::deleteNode);
    times(plan.fullDisks(), this::fill);
    times(plan.slowDisks(), this::slowDown);
    times(plan.chiefGone() ? 1 : 0, this::loseChief);
  }

  private void times(int count, Runnable fault) {
    for (int i = 0; i < count; i++) {
      world.after(
          world.chance().between(FIRST, LAST),
          "",
          () -> {
            if (!over) {
              fault.run();
            }
          });
    }
  }

  /** From now on nothing goes wrong. */
  void stop() {
    over = true;
    full = false;
    slow = false;
  }

  private TaskId anyTask() {
    return cluster.ids().get(world.chance().below(cluster.ids().size()));
  }

  private @Nullable SimulatedTrainer anyTrainer() {
    List<SimulatedTrainer> running = simulation.trainers();
    return running.isEmpty() ? null : running.get(world.chance().below(running.size()));
  }

  private @Nullable Endpoint anyProcess() {
    List<Endpoint> all = new ArrayList<>(cluster.tasks());
    all.addAll(simulation.trainers());
    return all.isEmpty() ? null : all.get(world.chance().below(all.size()));
  }

  /** Two processes of which one calls the other: who trains its worker, workers the servers. */
  private record Pair(Endpoint one, Endpoint other) {}

  private @Nullable Pair anyPair() {
    SimulatedTrainer trainer = anyTrainer();
    SimulatedTask worker =
        trainer == null ? null : cluster.task(new TaskId("worker", trainer.index()));
    if (trainer == null || worker == null) {
      return null;
    }
    Endpoint other = world.chance().happens(0.5) ? trainer : cluster.task(anyServer());
    if (other == null) {
      return null;
    }
    return world.chance().happens(0.5) ? new Pair(worker, other) : new Pair(other, worker);
  }

  private TaskId anyServer() {
    return new TaskId("ps", world.chance().below(simulation.plan().parameterServers()));
  }

  private void partition() {
    SimulatedTrainer trainer = anyTrainer();
    if (trainer != null) {
      cluster.partition(new TaskId("worker", trainer.index()), anyServer());
    }
  }

  private void swallow(boolean bothWays) {
    Pair pair = anyPair();
    if (pair != null) {
      swallow(pair.one().name(), pair.other().name(), bothWays);
    }
  }

  private void swallow(String one, String other, boolean bothWays) {
    Fault kind = bothWays ? Fault.HALF_OPEN_CONNECTION : Fault.ONE_WAY_PARTITION;
    world.note(kind + " " + one + " " + other);
    SimulatedNetwork network = cluster.network();
    network.swallow(one, other, kind);
    if (bothWays) {
      network.swallow(other, one, kind);
    }
    world.after(
        world.chance().between(SHORTEST, LONGEST),
        "",
        () -> {
          if (bothWays) {
            network.reconnect(one, other);
            network.reconnect(other, one);
          } else {
            network.stopSwallowing(one, other);
          }
        });
  }

  private void pause(@Nullable Endpoint process, Duration howLong) {
    if (process != null) {
      world.note("PAUSE of " + process.name() + " for " + howLong.toMillis() + " ms");
      process.scheduler().pause(howLong);
    }
  }

  private void deleteNode() {
    TaskRegistry registry = simulation.registry();
    if (registry != null) {
      registry.deleteSomeNode();
    }
  }

  /** A process stops, or cannot reach ZooKeeper, for so long that its session expires. */
  private void holdUp() {
    Endpoint process = anyProcess();
    TaskRegistry registry = simulation.registry();
    if (process == null || registry == null) {
      return;
    }
    Duration howLong = world.chance().between(UNNOTICED, UNNOTICED_FOR_LONG);
    if (world.chance().happens(0.5)) {
      pause(process, howLong);
    } else {
      world.note("CUT_OFF " + process.name() + " from ZooKeeper for " + howLong.toMillis() + " ms");
      registry.cutOff(process, howLong);
    }
  }

  private void jump() {
    Endpoint process = anyProcess();
    if (process != null) {
      Duration far = world.chance().between(Duration.ofSeconds(1), JUMP);
      world.note("CLOCK_JUMP of " + process.name());
      process.scheduler().jump(world.chance().happens(0.5) ? far : far.negated());
    }
  }

  private void fill() {
    full = true;
    world.note("the disk is full");
    world.after(world.chance().between(SHORTEST, LONGEST), "", () -> full = false);
  }

  private void slowDown() {
    slow = true;
    world.note("the disk is slow");
    world.after(world.chance().between(SHORTEST, LONGEST), "", () -> slow = false);
  }

  /** The chief crashes for good, as soon as there is one, and another to take over. */
  private void loseChief() {
    List<SimulatedTrainer> running = simulation.trainers();
    for (SimulatedTrainer trainer : running) {
      if (trainer.isChief() && running.size() > 1) {
        world.fault(Fault.CHIEF_GONE, trainer.name());
        simulation.crash(trainer, false);
        return;
      }
    }
    world.after(
        LOOK_AGAIN,
        "",
        () -> {
          if (!over) {
            loseChief();
          }
        });
  }

  /** How long the next operation of the disk takes; fails if there is no room. */
  Duration diskTime(boolean writes) throws IOException {
    if (full && writes) {
      world.fault(Fault.DISK_FULL);
      throw new IOException("No space left on device");
    }
    if (slow) {
      world.fault(Fault.DISK_SLOW);
      return world.chance().between(Duration.ofMillis(5), Duration.ofSeconds(2));
    }
    return world.chance().between(Duration.ofNanos(10_000), Duration.ofMillis(1));
  }

  boolean failsToForce() {
    boolean fails = !over && world.chance().happens(simulation.plan().failingForce());
    if (fails) {
      world.fault(Fault.FORCE_FAILED);
    }
    return fails;
  }
}
