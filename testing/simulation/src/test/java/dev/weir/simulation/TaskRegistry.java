package dev.weir.simulation;

import dev.weir.cluster.Candidate;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import dev.weir.zookeeper.SimulatedMemberships;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Registers the tasks of a cluster in a simulated ZooKeeper, as servers do, and lets trainers stand
 * for election there. A task that is paused or cut off and whose node is gone is taken for dead,
 * and another process is started in its place, on another machine; calls go to the process that has
 * the node.
 */
final class TaskRegistry {
  /** What a task does that has lost its place. */
  interface Stepping extends BiConsumer<SimulatedTask, WeirException> {}

  private static final String PATH = "/weir/training";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SWEEP = Duration.ofSeconds(1);
  private static final Duration SOONEST = Duration.ofMillis(100);
  private static final Duration LATEST = Duration.ofSeconds(3);

  /**
   * How long two processes that reach ZooKeeper may both believe that they have one place, or that
   * they are elected: 2 s until a connection is made again or what was held back is sent again,
   * {@code lease-seconds} (10 s) until the next check, two checks that fail (5 s of retries, 1 s
   * until the next one and 2 s to connect again, each), and 1 s between two sweeps.
   */
  private static final Duration LONGEST_DOUBT = Duration.ofSeconds(30);

  private final SimulatedCluster cluster;
  private final SimulatedScheduler world;
  private final SimulatedZooKeeper zooKeeper;
  private final Verdict verdict;
  private final Stepping whenLost;
  private final boolean isListening;
  private final String description;
  private final List<Registration> registrations = new ArrayList<>();
  private final List<Standing> standings = new ArrayList<>();
  private final Map<TaskId, String> addresses = new LinkedHashMap<>();

  /** Since when two processes both believe that they have something. */
  private final Map<String, Long> doubts = new HashMap<>();

  private int machines;
  private boolean closed;

  TaskRegistry(
      SimulatedCluster cluster, SimulatedZooKeeper zooKeeper, Verdict verdict, Stepping whenLost) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.zooKeeper = zooKeeper;
    this.verdict = verdict;
    this.whenLost = whenLost;
    this.isListening = world.chance().happens(0.7);
    this.description = "zk://zookeeper:2181" + PATH + "?" + counts(cluster.ids());
    sweepLater();
  }

  private static String counts(List<TaskId> ids) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    ids.forEach(id -> counts.merge(id.job(), 1, Integer::sum));
    List<String> parts = new ArrayList<>();
    counts.forEach((job, count) -> parts.add(job + "=" + count));
    return String.join("&", parts);
  }

  /** One life of a task, and its lease once it has one. */
  private final class Registration {
    final SimulatedTask task;
    final Member member;
    @Nullable SimulatedZooKeeperClient client;
    @Nullable Membership membership;
    @Nullable Lease lease;
    boolean isLost;

    Registration(SimulatedTask task, String address) {
      this.task = task;
      this.member = new Member(task.id(), address, task.worker().devices().get(0).incarnation());
    }

    /** Whether it runs and believes that it has its place. */
    boolean believes() {
      return lease != null && !isLost && !task.scheduler().isDead();
    }

    boolean isHindered() {
      return task.scheduler().isPaused() || client == null || client.isCutOff();
    }

    boolean isHolder() {
      return holder(task.id()).map(Member::incarnation).equals(Optional.of(member.incarnation()));
    }

    void run() {
      try {
        SimulatedZooKeeperClient connected = connect(task);
        client = connected;
        Membership opened = SimulatedMemberships.open(description, connected, LIMIT);
        membership = opened;
        Lease taken = opened.register(member, isListening, LIMIT);
        lease = taken;
        world.note(task.name() + " has registered " + member);
        var unused = taken.lost().thenAccept(this::lost);
      } catch (WeirException e) {
        world.note(task.name() + " does not register " + member + ": " + e.getMessage());
        isLost = true;
        cluster.exit(task);
      }
    }

    private void lost(WeirException because) {
      isLost = true;
      whenLost.accept(task, because);
    }
  }

  /** A trainer that stands for election. */
  private record Standing(
      SimulatedTrainer trainer, SimulatedZooKeeperClient client, Candidate candidate) {
    boolean believes() {
      return !trainer.scheduler().isDead() && candidate.isElected();
    }

    boolean isHindered() {
      return trainer.scheduler().isPaused() || client.isCutOff();
    }
  }

  private SimulatedZooKeeperClient connect(Endpoint process) {
    return SimulatedZooKeeperClient.connect(zooKeeper, cluster.network(), process);
  }

  /** A task has started, and registers on a thread of its own. */
  void register(SimulatedTask task) {
    register(task, addresses.computeIfAbsent(task.id(), id -> SimulatedTask.brief(id) + ":1"));
  }

  private void register(SimulatedTask task, String address) {
    Registration registration = new Registration(task, address);
    registrations.removeIf(old -> old.task.scheduler().isDead());
    registrations.add(registration);
    SimulatedThreads.start(task.scheduler(), task.name() + " registers", registration::run);
  }

  /** Has a trainer stand for election; waits on its thread. Closing the membership ends it. */
  Membership open(SimulatedTrainer trainer) {
    SimulatedZooKeeperClient client = connect(trainer);
    Membership membership = SimulatedMemberships.open(description, client, LIMIT);
    Candidate candidate = membership.stand(new TaskId("worker", trainer.index())).orElseThrow();
    standings.removeIf(old -> old.trainer().scheduler().isDead());
    standings.add(new Standing(trainer, client, candidate));
    return membership;
  }

  /** Whether a trainer is elected, as far as it knows. */
  boolean isElected(SimulatedTrainer trainer) {
    return standings.stream()
        .anyMatch(standing -> standing.trainer() == trainer && standing.believes());
  }

  /** Ends a trainer's candidacy. */
  void standDown(SimulatedTrainer trainer) {
    standings.stream()
        .filter(standing -> standing.trainer() == trainer)
        .toList() // closing asks ZooKeeper, and others may stand meanwhile
        .forEach(standing -> standing.candidate().close());
  }

  /** A process cannot reach ZooKeeper for a while. */
  void cutOff(Endpoint process, Duration howLong) {
    registrations.stream()
        .filter(registration -> registration.task == process && registration.client != null)
        .forEach(registration -> registration.client.cutOff(howLong));
    standings.stream()
        .filter(standing -> standing.trainer() == process)
        .forEach(standing -> standing.client().cutOff(howLong));
  }

  /** An operator deletes some node of a task or an election. */
  void deleteSomeNode() {
    List<String> nodes = zooKeeper.ephemerals();
    if (!nodes.isEmpty()) {
      String path = nodes.get(world.chance().below(nodes.size()));
      world.fault(Fault.NODE_DELETED, path);
      zooKeeper.remove(path);
    }
  }

  private Optional<Member> holder(TaskId id) {
    return zooKeeper
        .node(PATH + "/" + id.job() + "/" + id.index())
        .flatMap(node -> member(id, new String(node.data(), StandardCharsets.UTF_8)));
  }

  private Optional<Member> member(TaskId id, String text) {
    return registrations.stream()
        .map(registration -> registration.member)
        .filter(member -> member.task().equals(id))
        .filter(member -> text.contains("\"incarnation\": " + member.incarnation() + "}"))
        .findFirst();
  }

  private void sweepLater() {
    world.after(SWEEP, "", this::sweep);
  }

  private void sweep() {
    if (closed) {
      return;
    }
    for (Registration registration : List.copyOf(registrations)) {
      if (registration.believes()) {
        route(registration);
      }
    }
    for (TaskId id : cluster.ids()) {
      List<Registration> believers = believers(id);
      judge(
          "the place of " + id,
          believers.size(),
          believers.stream().anyMatch(Registration::isHindered));
    }
    List<Standing> elected = standings.stream().filter(Standing::believes).toList();
    judge("the election", elected.size(), elected.stream().anyMatch(Standing::isHindered));
    sweepLater();
  }

  /** Two may believe for a moment that they have one thing, or while one cannot know better. */
  private void judge(String what, int believers, boolean isHindered) {
    if (believers < 2 || isHindered) {
      doubts.remove(what);
      return;
    }
    long since = doubts.computeIfAbsent(what, key -> world.nanoTime());
    if (world.nanoTime() - since > LONGEST_DOUBT.toNanos()) {
      verdict.wrong(believers + " processes believe that they have " + what);
      doubts.put(what, Long.MAX_VALUE / 2); // once is enough
    }
  }

  /** Routes calls to the process that has the node; a task whose node is gone is replaced. */
  private void route(Registration registration) {
    TaskId id = registration.task.id();
    boolean isRouted = cluster.task(id) == registration.task;
    if (registration.isHolder()) {
      if (!isRouted) {
        world.fault(Fault.REPLACEMENT, registration.task.name());
        addresses.put(id, registration.member.address());
        cluster.install(registration.task);
      }
    } else if (isRouted && registration.isHindered() && holder(id).isEmpty() && !isReplaced(id)) {
      world.after(world.chance().between(SOONEST, LATEST), "", () -> replaceIfGone(registration));
    }
  }

  /** Whether another process waits for the place already. */
  private boolean isReplaced(TaskId id) {
    return registrations.stream()
        .anyMatch(
            other ->
                other.task.id().equals(id)
                    && other.lease == null
                    && !other.isLost
                    && !other.task.scheduler().isDead());
  }

  private void replaceIfGone(Registration registration) {
    TaskId id = registration.task.id();
    if (!closed
        && registration.believes()
        && cluster.task(id) == registration.task
        && holder(id).isEmpty()
        && !isReplaced(id)) {
      world.note("another process is started for " + registration.task.name());
      machines++;
      register(cluster.prepare(id), SimulatedTask.brief(id) + "-" + machines + ":1");
    }
  }

  private List<Registration> believers(TaskId id) {
    return registrations.stream()
        .filter(Registration::believes)
        .filter(registration -> registration.task.id().equals(id))
        .toList();
  }

  /**
   * Whether every place has one process, which calls go to and which is not paused: no process is
   * about to be replaced, and none that was replaced still runs.
   */
  boolean isSettled() {
    return cluster.ids().stream()
        .allMatch(
            id -> {
              List<Registration> believers = believers(id);
              return believers.size() == 1
                  && believers.getFirst().isHolder()
                  && !believers.getFirst().isHindered()
                  && cluster.task(id) == believers.getFirst().task;
            });
  }

  /** What must hold when nothing has gone wrong for long. */
  void checkSettled() {
    for (TaskId id : cluster.ids()) {
      List<Registration> believers = believers(id);
      if (believers.size() != 1 || !believers.getFirst().isHolder()) {
        verdict.wrong(
            "in the end %s processes believe that they have the place of %s, and %s has it"
                .formatted(believers.size(), id, holder(id)));
      }
    }
    cluster
        .replaced()
        .forEach(
            task -> verdict.wrong("in the end " + task.name() + " was replaced and still runs"));
  }

  /** All tasks give up their places. */
  void close() {
    closed = true;
    for (Registration registration : registrations) {
      Membership membership = registration.membership;
      if (membership != null && !registration.task.scheduler().isDead()) {
        SimulatedThreads.start(registration.task.scheduler(), "closes", membership::close);
      }
    }
  }

  /** What must hold when all have given up their places. */
  void checkClosed() {
    zooKeeper.ephemerals().forEach(path -> verdict.wrong("in the end ZooKeeper still has " + path));
  }
}
