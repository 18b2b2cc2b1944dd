package dev.weir.train;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointSeries;
import dev.weir.checkpoint.Retention;
import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Saves the variables of a model where they are: every task writes its variables to a file of its
 * own, one task merges the files into a checkpoint, and this process publishes it. No value passes
 * through this process. {@link Saver} and TensorFlow can restore the checkpoint.
 *
 * {@snippet :
 * TaskSaver saver = TaskSaver.of(model, Path.of("/shared/run/model"), Retention.last(5));
 * saver.save(session, step);
 * }
 *
 * <p>All tasks with variables and this process need access to the folder. Create the saver when the
 * model has all its variables. A save is one step of the session, and may read values that
 * concurrent steps have changed in part. One save at a time.
 */
public final class TaskSaver implements ModelSaver {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  /** The variables of one task, with what a checkpoint calls them. */
  private record Share(List<GraphVariable> variables, List<String> names, List<String> slices) {}

  private final Model model;
  private final int variables;
  private final CheckpointSeries series;
  private final RunOptions options;
  private final Output parts;
  private final Output prefix;
  private final Node save;
  private final Node restore;

  private TaskSaver(Model model, CheckpointSeries series, Duration deadline) {
    this.model = model;
    this.variables = model.variables().size();
    this.series = series;
    this.options = RunOptions.DEFAULT.withDeadline(deadline);
    Ops ops = model.outermost().withSubScope("checkpoint");
    this.parts = ops.withName("parts").placeholder(DType.STRING, Shape.scalar());
    this.prefix = ops.withName("prefix").placeholder(DType.STRING, Shape.scalar());
    List<Share> shares = shares(model);
    this.save = saving(ops, shares);
    this.restore = restoring(ops, shares);
  }

  /** Saves to {@code path-1}, {@code path-2}, …, and deletes those that are not retained. */
  public static TaskSaver of(Model model, Path path, Retention retention) {
    return of(model, Saver.series(path, retention), DEADLINE);
  }

  /** The checkpoints of a series; neither saving nor restoring may take longer than this. */
  public static TaskSaver of(Model model, CheckpointSeries series, Duration deadline) {
    if (model.variables().isEmpty()) {
      throw WeirException.invalidArgument("a model without variables has nothing to save");
    }
    return new TaskSaver(model, series, deadline);
  }

  /** By the names of tasks, so that every process that builds the model numbers them alike. */
  private static List<Share> shares(Model model) {
    Map<String, Share> shares = new TreeMap<>();
    for (GraphVariable variable : model.variables()) {
      String task = DeviceSpec.parse(variable.handle().node().device()).taskOnly().toString();
      Share share =
          shares.computeIfAbsent(
              task, key -> new Share(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
      share.variables.add(variable);
      share.names.add(RestorePlan.name(model, variable));
      share.slices.add(model.slice(variable).map(slice -> slice.part().toString()).orElse(""));
    }
    return List.copyOf(shares.values());
  }

  private Node saving(Ops ops, List<Share> shares) {
    List<Output> written = new ArrayList<>();
    List<Node> saves = new ArrayList<>();
    for (Share share : shares) {
      Ops there = ops.colocateWith(share.variables.getFirst().handle());
      CheckpointOps checkpoints = new CheckpointOps(there.scope());
      Output name =
          checkpoints.shardedFilename(
              parts, there.constant(written.size()), there.constant(shares.size()));
      List<Output> values = share.variables.stream().map(model.epochs()::admitted).toList();
      saves.add(checkpoints.save(name, share.names, share.slices, values));
      written.add(name);
    }
    Ops first = ops.colocateWith(shares.getFirst().variables.getFirst().handle());
    Output all = first.array.stack(written);
    Ops afterSaving = first.withControlDependencies(saves.toArray(Node[]::new));
    return new CheckpointOps(afterSaving.scope()).merge(all, prefix);
  }

  private Node restoring(Ops ops, List<Share> shares) {
    List<Node> assigned = new ArrayList<>();
    for (Share share : shares) {
      Ops there = ops.colocateWith(share.variables.getFirst().handle());
      List<DType> dtypes = share.variables.stream().map(GraphVariable::dtype).toList();
      List<Output> values =
          new CheckpointOps(there.scope()).restore(prefix, share.names, share.slices, dtypes);
      for (int i = 0; i < values.size(); i++) {
        assigned.add(model.epochs().restorable(share.variables.get(i)).assign(values.get(i)));
      }
    }
    return ops.withName("restore")
        .withControlDependencies(assigned.toArray(Node[]::new))
        .control
        .noOp();
  }

  @Override
  public Path save(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
    checkVariables();
    Path partsPrefix = series.partsPrefix(step);
    Path whole = partsPrefix.resolveSibling("whole");
    try {
      model
          .epochs()
          .feed(session.runner().options(options), epoch)
          .feed(parts, text(partsPrefix))
          .feed(prefix, text(whole))
          .addTarget(save)
          .run();
      return series.publish(step, measure, whole, epoch.value());
    } finally {
      series.abandon(partsPrefix);
    }
  }

  @Override
  public Optional<Path> latest() {
    List<Path> kept = series.kept();
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept.getLast());
  }

  @Override
  public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch) {
    checkVariables();
    Optional<CheckpointReader> latest = series.openLatest();
    if (latest.isEmpty()) {
      return Optional.empty();
    }
    RestorePlan plan;
    try (CheckpointReader reader = latest.get()) {
      plan = RestorePlan.of(model, reader, Restoring.all());
    }
    model
        .epochs()
        .feed(session.runner().options(options), epoch)
        .feed(prefix, text(plan.prefix()))
        .addTarget(restore)
        .run();
    return Optional.of(plan.restored());
  }

  @Override
  public EpochNumber claimed() {
    return new EpochNumber(series.claimed());
  }

  @Override
  public boolean isClaimedBy(EpochNumber epoch) {
    return series.isClaimedWith(epoch.value());
  }

  @Override
  public void claim(EpochNumber epoch) {
    series.claim(epoch.value());
  }

  private void checkVariables() {
    int now = model.variables().size();
    if (now != variables) {
      throw WeirException.failedPrecondition(
          "the model had %d variables when its saver was made and has %d now; make the saver last,"
              + " after the optimizer's step",
          variables, now);
    }
  }

  /** A path that every task understands, whatever its own folder is. */
  private static Tensor text(Path path) {
    Path absolute = path.toAbsolutePath();
    boolean isUsual = path.getFileSystem().equals(FileSystems.getDefault());
    return Tensors.scalar(isUsual ? absolute.toString() : absolute.toUri().toString());
  }

  /** Does nothing: nothing is saved in the background. */
  @Override
  public void close() {}
}
