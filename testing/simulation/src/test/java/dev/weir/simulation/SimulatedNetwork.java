package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries calls between endpoints, as well as a plan of faults lets it. */
final class SimulatedNetwork {
  /** How errors begin that come from the network, not from the process that was called. */
  static final String MARK = "[network] ";

  private final SimulatedScheduler world;
  private final FaultPlan plan;
  private final Function<TaskId, @Nullable SimulatedTask> tasks;
  private final Set<SimulatedCall<?, ?>> calls = new LinkedHashSet<>();
  private final Set<String> cut = new HashSet<>();
  private final Map<String, Swallowed> swallowed = new LinkedHashMap<>();
  private final SimulatedTransport transport;
  private boolean faulty = true;
  private long numbers;

  SimulatedNetwork(
      SimulatedScheduler world, FaultPlan plan, Function<TaskId, @Nullable SimulatedTask> tasks) {
    this.world = world;
    this.plan = plan;
    this.tasks = tasks;
    this.transport =
        world.chance().happens(0.5) ? SimulatedTransport.STREAM : SimulatedTransport.GRPC;
  }

  /** What writes and reads the messages of steps here. */
  SimulatedTransport transport() {
    world.fault(transport == SimulatedTransport.GRPC ? Fault.GRPC_CODEC : Fault.STREAM_CODEC);
    return transport;
  }

  SimulatedScheduler world() {
    return world;
  }

  /** The worker of another task, as {@code caller} reaches it. */
  WorkerPort worker(Endpoint caller, TaskId task) {
    return new RemoteTask(this, caller, task);
  }

  /** The master of a task, as {@code caller} reaches it. */
  MasterPort master(Endpoint caller, TaskId task) {
    return new RemoteTask(this, caller, task);
  }

  long nextNumber() {
    return ++numbers;
  }

  @Nullable SimulatedTask alive(TaskId task) {
    return tasks.apply(task);
  }

  Duration delay() {
    Chance chance = world.chance();
    boolean isSlow = faulty && chance.happens(plan.slow());
    if (isSlow) {
      world.fault(Fault.MESSAGE_LATE);
    }
    return isSlow
        ? chance.between(Duration.ofMillis(10), Duration.ofSeconds(3))
        : chance.between(Duration.ofNanos(20_000), Duration.ofMillis(5));
  }

  /** How long it takes one end to learn that the connection broke. */
  Duration detection() {
    return world.chance().between(Duration.ofNanos(100_000), Duration.ofSeconds(12));
  }

  boolean duplicates() {
    boolean twice = faulty && world.chance().happens(plan.duplicate());
    if (twice) {
      world.fault(Fault.MESSAGE_DUPLICATED);
    }
    return twice;
  }

  boolean loses(String caller, TaskId callee) {
    if (!faulty) {
      return false;
    }
    if (cut.contains(link(caller, SimulatedTask.brief(callee)))) {
      world.fault(Fault.PARTITION);
      return true;
    }
    boolean isLost = world.chance().happens(plan.drop());
    if (isLost) {
      world.fault(Fault.MESSAGE_LOST);
    }
    return isLost;
  }

  private static String link(String one, String other) {
    return one.compareTo(other) < 0 ? one + "|" + other : other + "|" + one;
  }

  /** From now on nothing passes between two tasks. What is under way may break off. */
  void cut(TaskId one, TaskId other) {
    cut.add(link(SimulatedTask.brief(one), SimulatedTask.brief(other)));
    for (SimulatedCall<?, ?> call : List.copyOf(calls)) {
      boolean between =
          call.concerns(SimulatedTask.brief(one), other)
              || call.concerns(SimulatedTask.brief(other), one);
      if (between && world.chance().happens(0.5)) {
        world.fault(Fault.PARTITION);
        call.breakOff();
      }
    }
  }

  void heal(TaskId one, TaskId other) {
    cut.remove(link(SimulatedTask.brief(one), SimulatedTask.brief(other)));
  }

  /** A message that was sent and has not got through. */
  interface Held {
    /** TCP sends it again, and it gets through. */
    void sendAgain();

    /** The other end knows nothing of the connection, and says so. */
    void breakOff();
  }

  /** What one endpoint has sent to another and has not got through, and why. */
  private record Swallowed(Fault fault, List<Held> messages) {}

  /**
   * From now on what one endpoint sends to another vanishes, and neither learns of it: the network
   * passes one way only, or one end of a connection is gone and the other does not know. Every
   * message that vanishes counts as a fault of this kind.
   */
  void swallow(String from, String to, Fault kind) {
    swallowed.putIfAbsent(from + "→" + to, new Swallowed(kind, new ArrayList<>()));
  }

  /** Whether what one endpoint sends to another vanishes now. */
  boolean isSwallowing(String from, String to) {
    return swallowed.containsKey(from + "→" + to);
  }

  /** Messages pass again, also those that were swallowed: TCP has kept them. */
  void stopSwallowing(String from, String to) {
    release(from, to).forEach(Held::sendAgain);
  }

  /** Messages pass again, but the connections with messages that were swallowed are gone. */
  void reconnect(String from, String to) {
    release(from, to).forEach(Held::breakOff);
  }

  private List<Held> release(String from, String to) {
    Swallowed held = swallowed.remove(from + "→" + to);
    return held == null ? List.of() : held.messages();
  }

  /** Whether a message vanishes; it is kept until messages pass again. */
  boolean swallows(String from, String to, Held message) {
    Swallowed held = swallowed.get(from + "→" + to);
    if (held == null) {
      return false;
    }
    world.fault(held.fault());
    held.messages().add(message);
    return true;
  }

  /** All connections of an endpoint that is gone break. */
  void broken(Endpoint gone) {
    for (SimulatedCall<?, ?> call : List.copyOf(calls)) {
      if (call.concerns(gone)) {
        call.breakOff();
      }
    }
  }

  /** From now on all messages arrive. */
  void becomeReliable() {
    faulty = false;
    cut.clear();
    List<Swallowed> all = List.copyOf(swallowed.values());
    swallowed.clear();
    all.forEach(held -> held.messages().forEach(Held::sendAgain));
  }

  void begun(SimulatedCall<?, ?> call) {
    calls.add(call);
  }

  void over(SimulatedCall<?, ?> call) {
    calls.remove(call);
  }

  /** An answer that the caller never got. */
  void unheard(SimulatedTask task, @Nullable Object answer) {
    if (answer instanceof CreateSession.Created) {
      task.countUnheardSession();
    }
  }

  /** How many calls are under way. */
  int open() {
    return calls.size();
  }
}
