package dev.weir.simulation;

import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Leases of tasks, as ZooKeeper has them: a task renews its own every other second. When it has not
 * for ten, since it was paused or cut off from the leases, it is taken for dead and another process
 * is started in its place; it learns of that when it next reaches the leases.
 */
final class TaskLeases {
  /** Where leases are kept, as the network knows it. */
  static final String PLACE = "leases";

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration RENEWAL = Duration.ofSeconds(2);
  private static final Duration SOONEST = Duration.ofMillis(100);
  private static final Duration LATEST = Duration.ofSeconds(3);

  private final SimulatedCluster cluster;
  private final Map<TaskId, Held> holders = new LinkedHashMap<>();
  private boolean closed;

  TaskLeases(SimulatedCluster cluster) {
    this.cluster = cluster;
    sweepLater();
  }

  /** The lease of one life of a task. */
  private final class Held implements Lease {
    private final SimulatedTask task;
    private final CompletableFuture<WeirException> lost = new CompletableFuture<>();
    private long renewed;

    Held(SimulatedTask task) {
      this.task = task;
      this.renewed = cluster.world().nanoTime();
      renewLater();
    }

    private void renewLater() {
      if (!closed) {
        task.scheduler().after(RENEWAL, this::renew);
      }
    }

    private void renew() {
      if (cluster.network().isSwallowing(task.name(), PLACE)) {
        cluster.world().fault(Fault.CUT_OFF_FROM_LEASE);
        renewLater();
        return;
      }
      Held holder = holders.get(task.id());
      if (holder != this) {
        lost.complete(
            new WeirException(ErrorCode.ABORTED, "another process has the place of " + task.id()));
        return;
      }
      renewed = cluster.world().nanoTime();
      renewLater();
    }

    @Override
    public Member member() {
      return new Member(
          task.id(), task.name() + ":1", task.worker().devices().get(0).incarnation());
    }

    @Override
    public CompletionStage<WeirException> lost() {
      return lost;
    }

    @Override
    public void close() {}
  }

  /** A task registers. */
  Lease register(SimulatedTask task) {
    Held held = new Held(task);
    holders.put(task.id(), held);
    return held;
  }

  private void sweepLater() {
    cluster.world().after(Duration.ofSeconds(1), "", this::sweep);
  }

  private void sweep() {
    if (closed) {
      return;
    }
    long now = cluster.world().nanoTime();
    for (Held held : List.copyOf(holders.values())) {
      boolean isLate = now - held.renewed > TIMEOUT.toNanos();
      if (isLate && !held.task.scheduler().isDead() && cluster.task(held.task.id()) == held.task) {
        Duration delay = cluster.world().chance().between(SOONEST, LATEST);
        cluster.world().after(delay, "", () -> replace(held));
      }
    }
    sweepLater();
  }

  private void replace(Held held) {
    long now = cluster.world().nanoTime();
    boolean isStillLate = now - held.renewed > TIMEOUT.toNanos();
    if (isStillLate
        && !held.task.scheduler().isDead()
        && cluster.task(held.task.id()) == held.task) {
      cluster.world().fault(Fault.REPLACEMENT, held.task.name());
      cluster.replace(held.task.id());
    }
  }

  /** No more leases are looked after. */
  void close() {
    closed = true;
  }
}
