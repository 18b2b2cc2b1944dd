package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Where a training runs: where its sessions come from, and which part this process has in it. A
 * program trains in this process, on a local cluster or on a cluster by the choice of its target
 * alone:
 *
 * {@snippet :
 * TrainingTarget target =
 *     master.isEmpty()
 *         ? TrainingTarget.local()
 *         : TrainingTarget.cluster(master, ReplicaDeviceSetter.of(2, "/job:worker/task:" + task))
 *             .electing(Election.byIndex(task, Duration.ofSeconds(10)));
 * Model model = Model.create(new Graph(), 1, target.devices());
 * }
 *
 * <p>This process is the chief, and no other worker takes part, unless {@link #as} or {@link
 * #electing} says otherwise. Immutable.
 */
public final class TrainingTarget {
  /** What a process does in a training. */
  public enum Role {
    /** Initializes, restores and saves the variables. A training has one chief. */
    CHIEF,

    /** Waits until the chief has initialized or restored the variables. */
    WORKER
  }

  // set by the methods that make this object or a changed copy of it, before they hand it out
  private SessionSource source = Session::open;
  private DeviceSetter devices = DeviceSetter.none();
  private boolean isGiven;
  private boolean isRemote;
  private Role role = Role.CHIEF;
  private @Nullable Election election;
  private String name = "";
  private int workers = 1;
  private RetryPolicy retries = RetryPolicy.standard();
  private TrainingClock clock = TrainingClock.system();
  private RandomGenerator random = RandomGenerator.getDefault();

  private TrainingTarget() {}

  private TrainingTarget(TrainingTarget other) {
    this.source = other.source;
    this.devices = other.devices;
    this.isGiven = other.isGiven;
    this.isRemote = other.isRemote;
    this.role = other.role;
    this.election = other.election;
    this.name = other.name;
    this.workers = other.workers;
    this.retries = other.retries;
    this.clock = other.clock;
    this.random = other.random;
  }

  /** A session of this process. It ends with the training, and so do the variables' values. */
  public static TrainingTarget local() {
    return new TrainingTarget();
  }

  /**
   * An open session, which stays open after the training. Variables that have a value keep it; if
   * some have none, all are restored from the latest checkpoint, or, if there is none, those get
   * their initial values. A failure ends the training: the session is not replaced.
   */
  public static TrainingTarget in(Session session) {
    TrainingTarget target = new TrainingTarget();
    target.source = graph -> session;
    target.isGiven = true;
    return target;
  }

  /**
   * A cluster, reached through the master of one of its tasks: {@code grpc://host:port}, or {@code
   * LocalCluster.target("worker", 0)}.
   *
   * @param devices where variables and the rest go; the sessions use only the tasks it names
   */
  public static TrainingTarget cluster(String master, DeviceSetter devices) {
    // connecting does not wait for absent tasks: the training does, and logs what it waits for
    ClusterOptions options =
        ClusterOptions.builder()
            .deviceFilters(devices.filters())
            .connectTimeout(Duration.ZERO)
            .build();
    return of(graph -> Session.connect(master, graph, options)).withDevices(devices);
  }

  /** Sessions on tasks that may be lost; a lost session is replaced by another one. */
  public static TrainingTarget of(SessionSource source) {
    TrainingTarget target = new TrainingTarget();
    target.source = source;
    target.isRemote = true;
    return target;
  }

  /** Sets where the variables of the model go, and where the rest. */
  public TrainingTarget withDevices(DeviceSetter setter) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.devices = setter;
    return copy;
  }

  /** Gives this process a fixed role. */
  public TrainingTarget as(Role fixed) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.role = fixed;
    copy.election = null;
    return copy;
  }

  /** Lets the workers elect their chief. */
  public TrainingTarget electing(Election by) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.role = Role.WORKER;
    copy.election = by;
    return copy;
  }

  /**
   * Names the training. All its workers use the same name, and no other training on the same tasks
   * does: so a worker that starts before its chief, or after the end, does not join the epoch of
   * another training. Workers that share a folder of checkpoints need no name.
   */
  public TrainingTarget named(String training) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.name = training;
    return copy;
  }

  /**
   * Sets how many workers share the global step; 1 by default. A worker that resumes passes over
   * its share of the batches of earlier steps.
   */
  public TrainingTarget withWorkers(int count) {
    if (count < 1) {
      throw WeirException.invalidArgument("a training has at least one worker, got %d", count);
    }
    TrainingTarget copy = new TrainingTarget(this);
    copy.workers = count;
    return copy;
  }

  /** Sets how long and how often the training retries. */
  public TrainingTarget retrying(RetryPolicy policy) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.retries = policy;
    return copy;
  }

  /** Replaces the system's clock, for tests. */
  public TrainingTarget withClock(TrainingClock other) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.clock = other;
    return copy;
  }

  /** Replaces the source of randomness in epoch numbers, for tests. */
  public TrainingTarget withRandom(RandomGenerator other) {
    TrainingTarget copy = new TrainingTarget(this);
    copy.random = other;
    return copy;
  }

  /** Where the variables of a model go, and where the rest: for {@link Model#create}. */
  public DeviceSetter devices() {
    return devices;
  }

  SessionSource source() {
    return source;
  }

  /** Whether the session was open before the training, and stays open after it. */
  boolean isGiven() {
    return isGiven;
  }

  /** Whether a session can be lost with a task. */
  boolean isRemote() {
    return isRemote;
  }

  Role role() {
    return role;
  }

  Optional<Election> election() {
    return Optional.ofNullable(election);
  }

  /** Whether this process is, or can become, the chief. */
  boolean mayLead() {
    return election != null || role == Role.CHIEF;
  }

  String name() {
    return name;
  }

  int workers() {
    return workers;
  }

  RetryPolicy retries() {
    return retries;
  }

  TrainingClock clock() {
    return clock;
  }

  RandomGenerator random() {
    return random;
  }
}
