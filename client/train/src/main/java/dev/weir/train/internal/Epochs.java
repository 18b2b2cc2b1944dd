package dev.weir.train.internal;

import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.DeviceSetter;
import dev.weir.train.EpochNumber;
import dev.weir.train.internal.epoch.EpochState;
import dev.weir.train.internal.epoch.TrainingId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of the tasks that hold a model's variables, as nodes of its graph. Every change of a
 * variable waits until its task has admitted the step to the epoch that is fed to the step.
 *
 * <p>A model has them if several processes share its variables ({@link DeviceSetter#isShared}).
 * Otherwise there are no tasks here.
 */
public final class Epochs {
  /** The nodes of one task. */
  private record Task(
      Output number,
      Output after,
      Output training,
      Node enter,
      Node restore,
      Node begin,
      Node finish,
      Node close,
      Node renew,
      Output state) {}

  private final Graph graph;
  private final boolean isShared;
  private final Map<String, Task> tasks = new TreeMap<>();

  public Epochs(Graph graph, boolean isShared) {
    this.graph = graph;
    this.isShared = isShared;
  }

  /** Whether no task has an epoch. */
  public boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** The tasks that have one. */
  public List<String> tasks() {
    return List.copyOf(tasks.keySet());
  }

  /** The variable; its changes wait until its task has admitted the step. */
  public GraphVariable guarded(GraphVariable variable) {
    Task task = task(variable);
    return task == null ? variable : variable.guardedBy(task.enter);
  }

  /** The variable for a restore: its changes wait until its task has admitted that. */
  public GraphVariable restorable(GraphVariable variable) {
    Task task = task(variable);
    return task == null ? variable : variable.unguarded().after(task.restore);
  }

  /** The value of a variable, read after its task has admitted the step. */
  public Output admitted(GraphVariable variable) {
    Task task = task(variable);
    return task == null ? variable.asOutput() : variable.after(task.enter).read();
  }

  /** A node that gives variables their initial values, as a restore does. */
  public Node initializer(Ops ops, List<GraphVariable> variables) {
    Node[] assigned =
        variables.stream()
            .map(each -> restorable(each).assign(each.initializer().input(1)))
            .toArray(Node[]::new);
    return ops.withName("epoch/init").withControlDependencies(assigned).control.noOp();
  }

  private @Nullable Task task(GraphVariable variable) {
    DeviceSpec device = DeviceSpec.parse(variable.handle().node().device()).taskOnly();
    return !isShared || device.job() == null
        ? null
        : tasks.computeIfAbsent(device.toString(), name -> built(device));
  }

  private Task built(DeviceSpec device) {
    String path = "epoch/" + device.job() + "_" + device.task() + "/";
    Ops ops = Ops.create(graph).withDevice(device.toString());
    Scope scope = ops.scope();
    Output none = ops.withName(path + "none").constant(0L);
    Output number =
        ops.withName(path + "number").control.placeholderWithDefault(none, Shape.scalar());
    Output after =
        ops.withName(path + "after").control.placeholderWithDefault(none, Shape.scalar());
    Output training =
        ops.withName(path + "training").control.placeholderWithDefault(none, Shape.scalar());
    Function<String, Node> node =
        op -> scope.withName(path + op).node("Weir" + op + "Epoch").input(number).build();
    return new Task(
        number,
        after,
        training,
        node.apply("Enter"),
        scope
            .withName(path + "Restore")
            .node("WeirEnterEpoch")
            .input(number)
            .attr("restoring", true)
            .build(),
        scope
            .withName(path + "Begin")
            .node("WeirBeginEpoch")
            .input(number)
            .input(after)
            .input(training)
            .build(),
        node.apply("Finish"),
        node.apply("Close"),
        node.apply("Renew"),
        scope.withName(path + "Read").node("WeirReadEpoch").build().output(0));
  }

  /** Sets the epoch of a step. Without it the step belongs to none. */
  public Runner feed(Runner runner, EpochNumber epoch) {
    if (!epoch.isNone() && !tasks.isEmpty()) {
      Tensor number = Tensors.scalar(epoch.value());
      tasks.values().forEach(task -> runner.feed(task.number, number));
    }
    return runner;
  }

  /**
   * Has all tasks admit a step to an epoch, whether it changes variables or not: what it reads is
   * then of that epoch. A task that admits it has had no other since the epoch was finished, and
   * has no other before the step ends.
   */
  public Runner enter(Runner runner, EpochNumber epoch) {
    tasks.values().forEach(task -> runner.addTarget(task.enter));
    return feed(runner, epoch);
  }

  /** The epochs of all tasks, by their names. */
  public Map<String, EpochState> read(Session session, RunOptions options) {
    Map<String, EpochState> states = new LinkedHashMap<>();
    if (!tasks.isEmpty()) {
      Runner runner = session.runner().options(options);
      tasks.values().forEach(task -> runner.fetch(task.state));
      List<Tensor> read = runner.run();
      List<String> names = tasks();
      for (int i = 0; i < names.size(); i++) {
        states.put(names.get(i), EpochState.of(read.get(i)));
      }
    }
    return states;
  }

  /** Begins an epoch of a training without a name. */
  public void begin(Session session, EpochNumber epoch, EpochNumber after, RunOptions options) {
    begin(session, epoch, after, TrainingId.NONE, options);
  }

  /**
   * Begins an epoch on all tasks.
   *
   * @param after the epoch whose values it goes on with; fails with {@code ABORTED} where that is
   *     not current and finished. None if all values are restored
   * @param training whose epoch it is
   */
  public void begin(
      Session session,
      EpochNumber epoch,
      EpochNumber after,
      TrainingId training,
      RunOptions options) {
    Runner runner = feed(session.runner().options(options), epoch);
    Tensor follows = Tensors.scalar(after.value());
    Tensor owner = Tensors.scalar(training.value());
    tasks
        .values()
        .forEach(
            task ->
                runner.feed(task.after, follows).feed(task.training, owner).addTarget(task.begin));
    runner.run();
  }

  /** Finishes an epoch on all tasks. */
  public void finish(Session session, EpochNumber epoch, RunOptions options) {
    run(session, epoch, options, Task::finish);
  }

  /** Closes an epoch on all tasks: its training is over. */
  public void close(Session session, EpochNumber epoch, RunOptions options) {
    run(session, epoch, options, Task::close);
  }

  /** Sends a heartbeat of the chief of an epoch to all tasks. */
  public void renew(Session session, EpochNumber epoch, RunOptions options) {
    run(session, epoch, options, Task::renew);
  }

  private void run(
      Session session, EpochNumber epoch, RunOptions options, Function<Task, Node> what) {
    Runner runner = feed(session.runner().options(options), epoch);
    tasks.values().forEach(task -> runner.addTarget(what.apply(task)));
    runner.run();
  }
}
