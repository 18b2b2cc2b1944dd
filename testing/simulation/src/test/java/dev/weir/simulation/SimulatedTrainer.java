package dev.weir.simulation;

import dev.weir.checkpoint.Retention;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.simulation.disk.SimulatedDisk;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.time.Time;
import dev.weir.train.Election;
import dev.weir.train.EpochNumber;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.RetryPolicy;
import dev.weir.train.Saver;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One life of a process that trains, as a user would write it. */
final class SimulatedTrainer implements Endpoint {
  /** Of the variables to which attempts add. */
  static final String COUNT = "count";

  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final Duration SILENCE = Duration.ofSeconds(5);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final TrainingSimulation simulation;
  private final TrainingPlan plan;
  private final int index;
  private final LifeScheduler life;
  private final CountedAllocator allocator = new CountedAllocator();
  private boolean isChief;

  SimulatedTrainer(TrainingSimulation simulation, int index) {
    this.simulation = simulation;
    this.plan = simulation.plan();
    this.index = index;
    this.life = new LifeScheduler(simulation.world());
    SimulatedConnector.add(this);
    SimulatedThreads.start(life, name(), this::run);
  }

  @Override
  public String name() {
    return "trainer" + index;
  }

  @Override
  public LifeScheduler scheduler() {
    return life;
  }

  @Override
  public CountedAllocator allocator() {
    return allocator;
  }

  int index() {
    return index;
  }

  /** Whether it was the chief when it last knew. */
  boolean isChief() {
    return isChief;
  }

  private void run() {
    try {
      train();
      simulation.ended(this, null);
    } catch (WeirException e) {
      simulation.ended(this, e);
    }
  }

  private void train() {
    TaskRegistry registry = simulation.registry();
    if (registry == null || !plan.electsInZooKeeper()) {
      train(registry);
      return;
    }
    try (Membership unused = registry.open(this)) {
      train(registry);
    }
  }

  private void train(@Nullable TaskRegistry registry) {
    ReplicaDeviceSetter devices =
        ReplicaDeviceSetter.of(plan.parameterServers(), "/job:worker/task:" + index);
    Model model = Model.create(new Graph(), 1, devices);
    Ops ops = model.ops();
    Output one = ops.withName("one").placeholder(DType.FLOAT32, Shape.of(plan.width()));
    List<Node> updates = new ArrayList<>();
    for (int i = 0; i < plan.parameterServers(); i++) {
      GraphVariable count = model.variable(COUNT + i, ops.constant(new float[plan.width()]));
      updates.add(count.assignAdd(one));
    }
    updates.add(model.globalStep().assignAdd(ops.constant(1L)));
    Node step = ops.withControlDependencies(updates.toArray(Node[]::new)).control.noOp();
    try (ModelSaver saver = saver(model);
        TrainingSession training =
            TrainingSession.of(model, target(registry, devices))
                .checkpoints(saver)
                .listeners(
                    TrainingListener.stopAtStep(plan.steps()),
                    CheckpointSaver.everySteps(plan.stepsPerSave()))
                .start()) {
      while (!training.shouldStop()) {
        isChief = training.isChief();
        Attempts.@Nullable Attempt[] last = new Attempts.Attempt[1];
        training.run(runner -> last[0] = prepare(runner, one, step, epochOf(training)));
        if (last[0] != null) {
          last[0].acknowledged = life.nanoTime();
          life.world().note(name() + ": " + last[0] + " is done");
        }
        pause();
      }
    }
  }

  private void pause() {
    try {
      Time.current().sleep(life.world().chance().between(SHORTEST_PAUSE, LONGEST_PAUSE));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The epoch of the steps of a training, as it is told to savers. */
  private static EpochNumber epochOf(TrainingSession training) {
    EpochProbe probe = new EpochProbe();
    training.save(probe, 0);
    return probe.epoch();
  }

  private Attempts.@Nullable Attempt prepare(
      Runner runner, Output one, Node step, EpochNumber epoch) {
    Attempts.@Nullable Attempt attempt = simulation.begin(name(), epoch);
    float[] values = new float[plan.width()];
    if (attempt != null) {
      values[attempt.id] = 1;
    }
    if (plan.isWide() && simulation.cluster().network().transport() == SimulatedTransport.STREAM) {
      life.world().fault(Fault.STREAM_CHUNKS);
    }
    runner.feed(one, Tensors.vector(values)).addTarget(step);
    return attempt;
  }

  private TrainingTarget target(@Nullable TaskRegistry registry, ReplicaDeviceSetter devices) {
    ClusterOptions config = ClusterOptions.builder().deviceFilters(devices.filters()).build();
    String master = SimulatedConnector.target(new TaskId("worker", index));
    return part(registry, TrainingTarget.of(graph -> Session.connect(master, graph, config)))
        .retrying(RetryPolicy.standard().withTimeout(DEADLINE))
        .withClock(new SimulatedTrainingClock(life))
        .withRandom(new Random(life.random()));
  }

  /** The part of this process: elected in ZooKeeper, elected by heartbeats, or fixed. */
  private TrainingTarget part(@Nullable TaskRegistry registry, TrainingTarget target) {
    if (registry != null && plan.electsInZooKeeper()) {
      return target.electing(
          Election.decidedBy(
              index, () -> registry.isElected(this), () -> registry.standDown(this)));
    }
    if (plan.elects()) {
      return target.electing(Election.byIndex(index, SILENCE));
    }
    return target.as(index == 0 ? TrainingTarget.Role.CHIEF : TrainingTarget.Role.WORKER);
  }

  private ModelSaver saver(Model model) {
    Path path = SimulatedDisk.path(simulation.folder() + "/" + TrainingSimulation.NAME);
    Retention retention = Retention.last(3);
    ModelSaver real =
        plan.savesOnTasks()
            ? TaskSaver.of(model, path, retention)
            : Saver.of(model, path, retention);
    return simulation.isLater() ? real : new ObservedSaver(real, life::nanoTime, simulation);
  }
}
