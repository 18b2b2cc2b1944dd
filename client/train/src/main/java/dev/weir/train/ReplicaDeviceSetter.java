package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Puts the variables of a model on parameter servers and all the rest on a worker, so that several
 * workers train the same variables.
 *
 * {@snippet :
 * DeviceSetter devices = ReplicaDeviceSetter.of(2, "/job:worker/task:" + task).bySize();
 * Model model = Model.create(new Graph(), 1, devices);
 * }
 *
 * <p>Variables are dealt in the order in which they are made, so every worker that builds the same
 * model finds each variable on the same server.
 */
public final class ReplicaDeviceSetter implements DeviceSetter {
  private enum Strategy {
    ROUND_ROBIN,
    BY_SIZE
  }

  private final int servers;
  private final String job;
  private final DeviceSpec worker;
  private final Strategy strategy;
  private final boolean isShared;

  private ReplicaDeviceSetter(
      int servers, String job, DeviceSpec worker, Strategy strategy, boolean isShared) {
    this.servers = servers;
    this.job = job;
    this.worker = worker;
    this.strategy = strategy;
    this.isShared = isShared;
  }

  /**
   * Variables on the tasks of job {@code ps} in turn.
   *
   * @param servers how many tasks the job has
   * @param worker the device of the rest: {@code /job:worker/task:1}
   */
  public static ReplicaDeviceSetter of(int servers, String worker) {
    if (servers < 1) {
      throw WeirException.invalidArgument(
          "variables need at least one parameter server, got %d", servers);
    }
    return new ReplicaDeviceSetter(
        servers, "ps", DeviceSpec.parse(worker), Strategy.ROUND_ROBIN, true);
  }

  /** Puts each variable on the server that has the fewest bytes so far. */
  public ReplicaDeviceSetter bySize() {
    return new ReplicaDeviceSetter(servers, job, worker, Strategy.BY_SIZE, isShared);
  }

  /** Puts variables on the tasks of another job. */
  public ReplicaDeviceSetter onJob(String other) {
    return new ReplicaDeviceSetter(servers, other, worker, strategy, isShared);
  }

  /**
   * Leaves out the epochs that fence changes of variables: for servers that are not Weir's and lack
   * the ops of epochs. Then a restore that was interrupted, or a second chief, can mix values.
   */
  public ReplicaDeviceSetter withoutEpochs() {
    return new ReplicaDeviceSetter(servers, job, worker, strategy, false);
  }

  @Override
  public boolean isShared() {
    return isShared;
  }

  /** The parameter servers and the worker itself. */
  @Override
  public List<String> filters() {
    return List.of("/job:" + job, worker.taskOnly().toString());
  }

  @Override
  public DeviceSpec rest() {
    return worker;
  }

  @Override
  public Chooser chooser() {
    return switch (strategy) {
      case ROUND_ROBIN -> inTurn();
      case BY_SIZE -> leastLoaded();
    };
  }

  private Chooser inTurn() {
    int[] made = {0};
    return (name, dtype, shape) -> server(made[0]++ % servers);
  }

  private Chooser leastLoaded() {
    long[] load = new long[servers];
    return (name, dtype, shape) -> {
      int least = 0;
      for (int i = 1; i < servers; i++) {
        least = load[i] < load[least] ? i : least;
      }
      load[least] += bytes(name, dtype, shape);
      return server(least);
    };
  }

  private static long bytes(String name, DType dtype, Shape shape) {
    if (!shape.isFullyKnown()) {
      throw WeirException.invalidArgument(
          "variable \"%s\" is %s%s: where a variable goes by its size, that must be known",
          name, dtype, shape);
    }
    return shape.elements() * Math.max(1, dtype.byteSize());
  }

  private DeviceSpec server(int task) {
    return new DeviceSpec(job, null, task, null, null);
  }
}
