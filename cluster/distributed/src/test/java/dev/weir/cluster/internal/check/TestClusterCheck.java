package dev.weir.cluster.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TaskId;
import dev.weir.json.JsonReader;
import dev.weir.json.JsonWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TestClusterCheck {
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final Membership CLUSTER =
      Memberships.open("ps=a:1,long-name:22222;worker=c:3", LIMIT);

  @Test
  void tableHasEveryTask() {
    TaskProbe probe =
        (task, address, limit) ->
            task.job().equals("ps")
                ? Finding.ok(List.of("CPU:0"))
                : Finding.of(Health.REFUSED, "nothing\n  listens");
    ClusterReport report = new ClusterCheck(probe, LIMIT).check(CLUSTER);
    assertThat(report.isGood()).isFalse();
    assertThat(report.table())
        .isEqualTo(
            """
            task                          address          health
            /job:ps/replica:0/task:0      a:1              ok       CPU:0
            /job:ps/replica:0/task:1      long-name:22222  ok       CPU:0
            /job:worker/replica:0/task:0  c:3              refused  nothing; listens
            2 of 3 tasks are well
            """);
  }

  @Test
  void jsonHasEveryTask() {
    TaskProbe probe = (task, address, limit) -> Finding.ok(List.of(task.name() + "/device:CPU:0"));
    Membership one = new FixedMembership(ClusterSpec.parse("ps=a:1"));
    ClusterReport report = new ClusterCheck(probe, LIMIT).check(one);
    assertThat(report.isGood()).isTrue();
    assertThat(JsonReader.read(JsonWriter.write(report.json())))
        .isInstanceOfSatisfying(
            Map.class,
            json -> {
              assertThat(json.get("cluster")).isEqualTo("ps=a:1");
              assertThat(json.get("good")).isEqualTo(true);
              assertThat(json.get("tasks"))
                  .asString()
                  .contains("task=/job:ps/replica:0/task:0, address=a:1, health=ok, good=true")
                  .contains("devices=[/job:ps/replica:0/task:0/device:CPU:0]");
            });
  }

  @Test
  void tasksAreAskedAtOnce() {
    CountDownLatch all = new CountDownLatch(3);
    TaskProbe probe =
        (task, address, limit) -> {
          all.countDown();
          return waitFor(all) ? Finding.ok(List.of()) : Finding.of(Health.FAILED, "alone");
        };
    assertThat(new ClusterCheck(probe, LIMIT).check(CLUSTER).isGood()).isTrue();
  }

  @Test
  void probeThatHangsIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    TaskProbe probe =
        (task, address, limit) ->
            task.job().equals("ps") || waitFor(never)
                ? Finding.ok(List.of())
                : Finding.of(Health.SILENT, "interrupted");
    ClusterReport report = new ClusterCheck(probe, Duration.ofMillis(100)).check(CLUSTER);
    assertThat(report.tasks())
        .extracting(task -> task.finding().health())
        .containsExactly(Health.OK, Health.OK, Health.FAILED);
    assertThat(report.table()).contains("the check took more than 100 ms");
  }

  @Test
  void probeThatFailsIsReported() {
    TaskProbe probe =
        (task, address, limit) -> {
          throw new IllegalStateException("broken");
        };
    assertThat(new ClusterCheck(probe, LIMIT).check(CLUSTER).tasks())
        .allSatisfy(
            task -> {
              assertThat(task.finding().health()).isEqualTo(Health.FAILED);
              assertThat(task.finding().detail()).contains("broken");
            });
  }

  @Test
  void nextProbeIsAskedOnlyWhereNothingIsWrong() {
    TaskProbe good = (task, address, limit) -> Finding.of(Health.REACHABLE, "");
    TaskProbe bad = (task, address, limit) -> Finding.of(Health.PROTOCOL, "");
    TaskProbe next =
        (task, address, limit) -> {
          assertThat(limit).isLessThanOrEqualTo(LIMIT);
          return Finding.of(Health.WRONG_CLUSTER, "");
        };
    TaskId task = new TaskId("ps", 0);
    assertThat(good.then(next).probe(task, "a:1", LIMIT).health()).isEqualTo(Health.WRONG_CLUSTER);
    assertThat(bad.then(next).probe(task, "a:1", LIMIT).health()).isEqualTo(Health.PROTOCOL);
  }

  @Test
  void taskThatHasNotRegisteredHasNotStarted() {
    TaskProbe probe = (task, address, limit) -> Finding.ok(List.of());
    ClusterReport report =
        new ClusterCheck(probe, LIMIT).check(new Unregistered(List.of(new TaskId("ps", 0))));
    assertThat(report.table())
        .contains("/job:ps/replica:0/task:0  -        not started  it has not registered")
        .endsWith("0 of 1 task is well\n");
  }

  private static boolean waitFor(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A place where a task should register and has not. */
  private record Unregistered(List<TaskId> tasks) implements Membership {
    @Override
    public String description() {
      return "nowhere";
    }

    @Override
    public Optional<Member> find(TaskId task) {
      return Optional.empty();
    }

    @Override
    public ClusterSpec await(Duration limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Lease register(Member member, Duration limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Subscription listen(Listener listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
