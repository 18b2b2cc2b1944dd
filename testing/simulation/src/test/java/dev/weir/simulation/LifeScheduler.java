package dev.weir.simulation;

import dev.weir.cluster.internal.transport.Scheduler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Time, threads and chance of one life of a process: what it has planned dies with it. While it is
 * paused, as by SIGSTOP or a long garbage collection, nothing in it happens; then all that was due
 * does, at once.
 */
final class LifeScheduler implements Scheduler {
  private static final Duration SOON = Duration.ofNanos(500);
  private static final Duration LATER = Duration.ofMillis(2);

  private final SimulatedScheduler world;
  private final SimulatedTime time = new SimulatedTime(this);
  private boolean dead;
  private long awakeNanos;
  private long clockMillis;

  LifeScheduler(SimulatedScheduler world) {
    this.world = world;
  }

  /** Something planned, which may be called off also while the process is paused. */
  private final class Plan implements Timer {
    private final String what;
    private @Nullable Runnable task;

    Plan(String what, Runnable task) {
      this.what = what;
      this.task = task;
    }

    void run() {
      Runnable due = task;
      if (due == null) {
        return;
      }
      if (isPaused()) {
        world.fault(Fault.PAUSE);
        world.after(
            Duration.ofNanos(awakeNanos - world.nanoTime()),
            what,
            () -> dead || task == null,
            this::run);
      } else {
        task = null;
        due.run();
      }
    }

    @Override
    public void cancel() {
      task = null;
    }
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
    return afterRaw(delay, what, () -> time.run(task));
  }

  /** Continues a thread of this process soon. */
  void resume(Runnable continuation) {
    afterRaw(world.chance().between(SOON, LATER), "", continuation);
  }

  private Timer afterRaw(Duration delay, String what, Runnable task) {
    Plan plan = new Plan(what, task);
    world.after(delay, what, () -> dead || plan.task == null, plan::run);
    return plan;
  }

  /** Does something that comes from outside, now or when the process is not paused any more. */
  void whenAwake(String what, Runnable task) {
    new Plan(what, () -> time.run(task)).run();
  }

  @Override
  public long nanoTime() {
    return world.nanoTime();
  }

  @Override
  public long random() {
    return world.chance().number();
  }

  SimulatedScheduler world() {
    return world;
  }

  SimulatedTime time() {
    return time;
  }

  boolean isDead() {
    return dead;
  }

  void die() {
    dead = true;
  }

  boolean isPaused() {
    return world.nanoTime() < awakeNanos;
  }

  /** Stops everything in the process for a while. */
  void pause(Duration howLong) {
    awakeNanos = Math.max(awakeNanos, world.nanoTime() + howLong.toNanos());
  }

  /** Sets the clock on the wall forward or back. */
  void jump(Duration howFar) {
    clockMillis += howFar.toMillis();
  }

  /** By how much the clock on the wall has jumped. */
  long clockMillis() {
    return clockMillis;
  }
}
