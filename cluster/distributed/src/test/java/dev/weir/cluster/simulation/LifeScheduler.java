package dev.weir.cluster.simulation;

import dev.weir.cluster.transport.Scheduler;
import java.time.Duration;

/** Time, threads and chance of one life of a task: what it has planned dies with it. */
final class LifeScheduler implements Scheduler {
  private static final Duration SOON = Duration.ofNanos(500);
  private static final Duration LATER = Duration.ofMillis(2);

  private final SimulatedScheduler world;
  private boolean dead;

  LifeScheduler(SimulatedScheduler world) {
    this.world = world;
  }

  @Override
  public void execute(Runnable task) {
    after(world.chance().between(SOON, LATER), task);
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    return after(delay, "", task);
  }

  Timer after(Duration delay, String what, Runnable task) {
    return world.after(delay, what, this::isDead, task);
  }

  @Override
  public long nanoTime() {
    return world.nanoTime();
  }

  @Override
  public long random() {
    return world.chance().number();
  }

  boolean isDead() {
    return dead;
  }

  void die() {
    dead = true;
  }
}
