package dev.weir.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.Candidate;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import dev.weir.zookeeper.SimulatedMemberships;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leases and elections in a simulated ZooKeeper, each with the one fault that matters. */
@Timeout(60)
final class TestScriptedMembership {
  private static final TaskId PS = new TaskId("ps", 0);
  private static final String NODE = "/weir/test/ps/0";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration MOMENT = Duration.ofMillis(20);

  /** A process that does what a test says. */
  private record Process(String name, LifeScheduler scheduler, CountedAllocator memory)
      implements Endpoint {
    @Override
    public Allocator allocator() {
      return memory;
    }
  }

  /** A process that has opened the cluster. */
  private record Opened(Process process, SimulatedZooKeeperClient client, Membership membership) {}

  private final LoggedErrors log = new LoggedErrors();
  private SimulatedScheduler world = new SimulatedScheduler(new Chance(1), new EventLog(false));
  private SimulatedZooKeeper zooKeeper = new SimulatedZooKeeper(world, 0, 0);

  @AfterEach
  void assertNothingWasWrong() {
    List<String> errors = log.errors();
    log.close();
    assertThat(errors).isEmpty();
  }

  private void begin(long seed, double drop, double late) {
    world = new SimulatedScheduler(new Chance(seed), new EventLog(false));
    zooKeeper = new SimulatedZooKeeper(world, drop, late);
  }

  /** Does something on a thread of a process, and waits for the result. */
  private <T> T on(Process process, Supplier<T> action) {
    CompletableFuture<T> result = new CompletableFuture<>();
    SimulatedThreads.start(
        process.scheduler(),
        process.name(),
        () -> {
          try {
            result.complete(action.get());
          } catch (WeirException e) {
            result.completeExceptionally(e);
          }
        });
    assertThat(world.runUntil(result::isDone, LONG)).as("in time").isTrue();
    return result.join();
  }

  private Opened open(String name) {
    Process process = new Process(name, new LifeScheduler(world), new CountedAllocator());
    SimulatedNetwork network = new SimulatedNetwork(world, FaultPlan.NONE, task -> null);
    return on(
        process,
        () -> {
          SimulatedZooKeeperClient client =
              SimulatedZooKeeperClient.connect(zooKeeper, network, process);
          return new Opened(
              process,
              client,
              SimulatedMemberships.open("zk://zookeeper:2181/weir/test?ps=2", client, LIMIT));
        });
  }

  private Lease register(Opened opened, String address, long incarnation) {
    return on(
        opened.process(),
        () -> opened.membership().register(new Member(PS, address, incarnation), LIMIT));
  }

  private static boolean isLost(Lease lease) {
    return lease.lost().toCompletableFuture().isDone();
  }

  private Optional<Long> owner() {
    return zooKeeper.node(NODE).map(SimulatedZooKeeper.Znode::session);
  }

  @Test
  void nodeThatIsDeletedBeforeTheWatchHasReadItComesBack() {
    for (long seed = 1; seed <= 40; seed++) {
      begin(seed, 0, 1);
      Opened opened = open("a");
      Lease lease = register(opened, "a:1", 11);
      world.run(Duration.ofMillis(1_500)); // the check of a new lease is over
      zooKeeper.remove(NODE);
      world.run(LONG);
      assertThat(owner()).as("seed %s", seed).contains(opened.client().session());
      assertThat(isLost(lease)).isFalse();
    }
  }

  @Test
  void nodeThatIsCreatedAgainAndDeletedBeforeTheWatchHasReadItComesBack() {
    for (long seed = 1; seed <= 40; seed++) {
      begin(seed, 0, 1);
      Opened opened = open("a");
      Lease lease = register(opened, "a:1", 11);
      world.run(Duration.ofSeconds(6));
      opened.process().scheduler().pause(Duration.ofSeconds(15));
      assertThat(world.runUntil(() -> owner().isEmpty(), LONG)).isTrue();
      assertThat(world.runUntil(() -> owner().isPresent(), LONG)).isTrue();
      world.run(MOMENT);
      zooKeeper.remove(NODE);
      world.run(LONG);
      assertThat(owner()).as("seed %s", seed).contains(opened.client().session());
      assertThat(isLost(lease)).isFalse();
    }
  }

  @Test
  void renewalDeletesNoNode() {
    Opened opened = open("a");
    Lease lease = register(opened, "a:1", 11);
    Optional<Long> before = owner();
    opened.client().abandonSession();
    world.run(MOMENT.multipliedBy(5));
    assertThat(owner()).as("the node goes with its session").isEqualTo(before);
    world.run(LONG);
    assertThat(owner()).contains(opened.client().session()).isNotEqualTo(before);
    assertThat(zooKeeper.deletions()).isZero();
    assertThat(isLost(lease)).isFalse();
  }

  @Test
  void aPausedTaskLearnsThatAnotherHasItsPlace() {
    Opened old = open("old");
    Lease lease = register(old, "a:1", 11);
    old.process().scheduler().pause(Duration.ofMinutes(1));
    Lease next = register(open("next"), "b:2", 12);
    assertThat(isLost(lease)).as("it is still paused").isFalse();
    world.run(LONG);
    assertThat(isLost(lease)).isTrue();
    assertThat(isLost(next)).isFalse();
  }

  @Test
  void leaseWhoseCreationWasAppliedAndNotAnsweredIsHeld() {
    for (long seed = 1; seed <= 40; seed++) {
      begin(seed, 0.4, 0.2);
      Opened opened = open("a");
      Lease lease = register(opened, "a:1", 11);
      zooKeeper.becomeReliable();
      world.run(LONG);
      assertThat(owner()).as("seed %s", seed).contains(opened.client().session());
      assertThat(isLost(lease)).isFalse();
    }
  }

  @Test
  void aPartitionedCandidateIsNotElectedBeforeAnotherIs() {
    Opened first = open("first");
    Opened second = open("second");
    Candidate one = on(first.process(), () -> stand(first, 0));
    assertThat(world.runUntil(one::isElected, LIMIT)).isTrue();
    Candidate other = on(second.process(), () -> stand(second, 1));
    world.run(LIMIT);
    assertThat(other.isElected()).isFalse();
    first.client().cutOff(Duration.ofSeconds(40));
    assertThat(world.runUntil(other::isElected, LIMIT)).isTrue();
    assertThat(one.isElected()).isFalse();
    world.run(LONG);
    assertThat(other.isElected()).isTrue();
    assertThat(one.isElected()).isFalse();
  }

  @Test
  void resigningFreesTheLeadAtOnceAlsoWithoutAnEvent() {
    for (long seed = 1; seed <= 40; seed++) {
      begin(seed, 0, 1);
      Opened first = open("first");
      Opened second = open("second");
      Candidate one = on(first.process(), () -> stand(first, 0));
      assertThat(world.runUntil(one::isElected, LIMIT)).isTrue();
      Candidate other = on(second.process(), () -> stand(second, 1));
      world.run(MOMENT); // its watch may not have read the node yet
      on(
          first.process(),
          () -> {
            one.close();
            return true;
          });
      assertThat(one.isElected()).isFalse();
      assertThat(world.runUntil(other::isElected, LIMIT)).as("seed %s", seed).isTrue();
    }
  }

  @Test
  void electionWhoseNodeIsDeletedElectsAgain() {
    Opened first = open("first");
    Candidate one = on(first.process(), () -> stand(first, 0));
    assertThat(world.runUntil(one::isElected, LIMIT)).isTrue();
    zooKeeper.remove("/weir/test.elections/ps");
    world.run(LIMIT);
    assertThat(one.isElected()).isTrue();
    assertThat(zooKeeper.node("/weir/test.elections/ps")).isPresent();
  }

  private static Candidate stand(Opened opened, int index) {
    return opened.membership().stand(new TaskId("ps", index)).orElseThrow();
  }
}
