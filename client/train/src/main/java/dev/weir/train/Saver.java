package dev.weir.train;

import dev.weir.checkpoint.BackgroundSaver;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointSeries;
import dev.weir.checkpoint.NamedTensor;
import dev.weir.checkpoint.Retention;
import dev.weir.checkpoint.ShapeAndSlice;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Saves the variables of a model to checkpoints of TensorFlow's format, and restores them. In a
 * checkpoint they have the names they have in the graph. One that is kept in parts is there by its
 * own name, with its parts, and can be restored in other parts.
 *
 * {@snippet :
 * try (Saver saver = Saver.of(model, folder.resolve("model"), Retention.last(5).andHighest(1))) {
 *   saver.restoreLatest(session);
 *   …
 *   saver.saveSoon(session, step, OptionalDouble.of(accuracy));
 * }
 * }
 *
 * <p>Saving takes the values in one step of the session and writes them in another thread; {@link
 * #save} waits for it, {@link #saveSoon} does not. {@link #close} waits, no longer than the
 * deadline. The next call throws the failure of a save in the background. Saving may be done by
 * several threads, restoring by one.
 */
public final class Saver implements ModelSaver {
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  /** The nodes that assign a value to a variable. */
  private record Entrance(Output value, Node assign) {}

  /**
   * What was restored.
   *
   * @param prefix the checkpoint it is from
   * @param restored the names of the variables that have new values
   * @param left the names of those that have not
   */
  public record Restored(Path prefix, List<String> restored, List<String> left) {
    public Restored {
      restored = List.copyOf(restored);
      left = List.copyOf(left);
    }
  }

  private final Model model;
  private final CheckpointSeries series;
  private final BackgroundSaver background;
  private final Map<String, Entrance> entrances = new LinkedHashMap<>();
  private final Map<String, Output> reads = new ConcurrentHashMap<>();

  private Saver(Model model, CheckpointSeries series, Duration deadline) {
    this.model = model;
    this.series = series;
    this.background = new BackgroundSaver(series, deadline);
  }

  /** Saves to {@code path-1}, {@code path-2}, …, and deletes those that are not retained. */
  public static Saver of(Model model, Path path, Retention retention) {
    return of(model, path, retention, DEADLINE);
  }

  /** Sets a deadline for writing a checkpoint. */
  public static Saver of(Model model, Path path, Retention retention, Duration deadline) {
    return of(model, series(path, retention), deadline);
  }

  /** The series of checkpoints {@code path-1}, {@code path-2}, … */
  static CheckpointSeries series(Path path, Retention retention) {
    Path absolute = path.toAbsolutePath();
    Path folder = absolute.getParent();
    Path name = absolute.getFileName();
    if (folder == null || name == null) {
      throw WeirException.invalidArgument(
          "checkpoints need a folder and a name, such as models/mine, got \"%s\"", path);
    }
    return CheckpointSeries.of(folder, name.toString(), retention);
  }

  /** The checkpoints of a series, which may have several data files each. */
  public static Saver of(Model model, CheckpointSeries series, Duration deadline) {
    return new Saver(model, series, deadline);
  }

  @Override
  public Path save(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
    saveSoon(session, step, measure, epoch);
    background.finish();
    return series.prefix(step);
  }

  /** Reads the values of all variables and writes them in another thread. */
  public void saveSoon(Session session, long step) {
    saveSoon(session, step, OptionalDouble.empty());
  }

  /** Saves in another thread, with a measure by which the best checkpoints are kept. */
  public void saveSoon(Session session, long step, OptionalDouble measure) {
    saveSoon(session, step, measure, EpochNumber.NONE);
  }

  @Override
  public void saveSoon(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
    List<GraphVariable> variables = model.variables();
    List<Output> reads = variables.stream().map(this::admitted).toList();
    Runner runner = model.epochs().feed(session.runner(), epoch);
    reads.forEach(runner::fetch);
    List<Tensor> values = runner.run();
    List<NamedTensor> named = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      ShapeAndSlice part = model.slice(variables.get(i)).map(VariableSlice::part).orElse(null);
      named.add(new NamedTensor(RestorePlan.name(model, variables.get(i)), part, values.get(i)));
    }
    background.save(step, measure, named, epoch.value());
    values.forEach(Tensor::close);
  }

  private Output admitted(GraphVariable variable) {
    return reads.computeIfAbsent(variable.name(), name -> model.epochs().admitted(variable));
  }

  @Override
  public void checkLast() {
    background.check();
  }

  @Override
  public void finish() {
    background.finish();
  }

  /** The last checkpoint; waits for the one that is being written. Empty if there is none. */
  @Override
  public Optional<Path> latest() {
    background.finish();
    List<Path> kept = series.kept();
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept.getLast());
  }

  @Override
  public Optional<Restored> restoreLatest(Session session, EpochNumber epoch) {
    return restoreLatest(session, Restoring.all(), epoch);
  }

  /** Restores from the latest checkpoint that is whole; empty if there is none. */
  public Optional<Restored> restoreLatest(Session session, Restoring how) {
    return restoreLatest(session, how, EpochNumber.NONE);
  }

  private Optional<Restored> restoreLatest(Session session, Restoring how, EpochNumber epoch) {
    background.finish();
    Optional<CheckpointReader> latest = series.openLatest();
    if (latest.isEmpty()) {
      return Optional.empty();
    }
    try (CheckpointReader reader = latest.get()) {
      return Optional.of(restore(session, reader, how, epoch));
    }
  }

  /** The prefix of the checkpoint with the best measure; empty if none has one. */
  public Optional<Path> best() {
    background.finish();
    return series.best();
  }

  /** Restores from the checkpoint with a prefix, of this or another saver. */
  public Restored restore(Session session, Path prefix, Restoring how) {
    background.finish();
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      return restore(session, reader, how, EpochNumber.NONE);
    }
  }

  private Restored restore(
      Session session, CheckpointReader reader, Restoring how, EpochNumber epoch) {
    RestorePlan plan = RestorePlan.of(model, reader, how);
    plan.chosen().keySet().forEach(this::entrance); // first all nodes, then the step
    Runner runner = model.epochs().feed(session.runner(), epoch);
    List<Tensor> values = new ArrayList<>();
    plan.chosen()
        .forEach(
            (variable, key) -> {
              Entrance entrance = entrance(variable);
              Tensor value =
                  model
                      .slice(variable)
                      .map(slice -> reader.read(key, slice.part().slice()))
                      .orElseGet(() -> reader.read(key));
              values.add(value);
              runner.feed(entrance.value, value).addTarget(entrance.assign);
            });
    if (!values.isEmpty()) {
      runner.run();
    }
    values.forEach(Tensor::close);
    return plan.restored();
  }

  private Entrance entrance(GraphVariable variable) {
    return entrances.computeIfAbsent(
        variable.name(),
        name -> {
          Ops ops = model.outermost().withName("restore/" + name);
          Output value = ops.placeholder(variable.dtype(), variable.shape());
          return new Entrance(value, model.epochs().restorable(variable).assign(value));
        });
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
    background.finish();
    series.claim(epoch.value());
  }

  /** Waits for the checkpoint that is being written, if any. */
  @Override
  public void close() {
    background.close();
  }
}
