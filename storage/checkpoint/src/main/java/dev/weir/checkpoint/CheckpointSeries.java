package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of one training in one folder: {@code name-100}, {@code name-200}, … Saves the
 * next, keeps the state file, deletes those that are not kept, and finds the last that is whole.
 *
 * {@snippet :
 * CheckpointSeries series =
 *     CheckpointSeries.of(folder, "model", Retention.last(5).andHighest(1));
 * series.save(step, OptionalDouble.of(accuracy), tensors);
 * try (CheckpointReader reader = series.openLatest().orElseThrow()) { … }
 * }
 *
 * <p>A checkpoint is deleted only after the next is saved and the state file no longer names it. A
 * folder belongs to one series of one process at a time. Thread-safe.
 */
public final class CheckpointSeries {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointSeries.class);

  /** What nobody has written to for that long, nobody is writing. */
  private static final Duration LEFTOVER = Duration.ofMinutes(10);

  /** More threads than that do not make a disk faster. */
  private static final int MOST_WRITERS = 16;

  private final Path folder;
  private final String name;
  private final Retention retention;
  private final int shards;
  private final Clock clock;
  private final Disk disk;
  private final CheckpointFolder state;
  private final Measures measures;

  private CheckpointSeries(
      Path folder, String name, Retention retention, int shards, Clock clock, Disk disk) {
    this.folder = folder;
    this.name = name;
    this.retention = retention;
    this.shards = shards;
    this.clock = clock;
    this.disk = disk;
    this.state = new CheckpointFolder(folder, disk);
    this.measures = new Measures(folder.resolve(name + ".measures"), disk);
  }

  /** The series of this name in a folder. Nothing is read or written yet. */
  public static CheckpointSeries of(Path folder, String name, Retention retention) {
    return of(folder, name, retention, Clock.systemUTC(), new Disk());
  }

  static CheckpointSeries of(
      Path folder, String name, Retention retention, Clock clock, Disk disk) {
    return new CheckpointSeries(folder, name, retention, 1, clock, disk);
  }

  /**
   * The same series; each checkpoint has so many data files, about equally large, and several
   * threads write them. Faster where the disk is, and where one file must not hold everything.
   */
  public CheckpointSeries withShards(int count) {
    return new CheckpointSeries(
        folder, name, retention, DataShards.checkedCount(count), clock, disk);
  }

  /** The prefix of the checkpoint of a step. */
  public Path prefix(long step) {
    return folder.resolve(name + "-" + step);
  }

  /** What the state file names, oldest first. */
  public synchronized List<Path> kept() {
    return state.kept().stream().map(CheckpointFolder.Kept::prefix).toList();
  }

  /**
   * Saves the checkpoint of a step.
   *
   * @param measure how good it is, where the best are kept
   * @return its prefix
   */
  public Path save(long step, OptionalDouble measure, Map<String, Tensor> tensors) {
    return save(step, measure, NamedTensor.whole(tensors));
  }

  /** The same, where tensors may be parts of larger ones. */
  public synchronized Path save(long step, OptionalDouble measure, List<NamedTensor> tensors) {
    deleteLeftovers();
    write(prefix(step), tensors);
    return enlist(step, measure);
  }

  /**
   * Where tasks put the parts of the checkpoint of a step, before they are merged: prefixes that
   * begin so, in a folder that nobody else uses. What is left there by a save that was interrupted
   * a later one deletes.
   */
  public Path partsPrefix(long step) {
    String token = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return folder.resolve(name + "-" + step + FileNames.ASIDE + token).resolve("part");
  }

  /**
   * Takes up the checkpoint of a step that others have written to its prefix.
   *
   * @param measure how good it is, where the best are kept
   * @return its prefix
   */
  public synchronized Path enlist(long step, OptionalDouble measure) {
    deleteLeftovers();
    Path prefix = prefix(step);
    if (!Checkpoints.exists(prefix)) {
      throw WeirException.notFound(
          "there is no checkpoint %s to take up; tasks that write it and this process must see the"
              + " same folder",
          prefix);
    }
    Map<String, Double> known = new LinkedHashMap<>(measures.read());
    known.remove(nameOf(prefix));
    measure.ifPresent(value -> known.put(nameOf(prefix), value));
    List<CheckpointFolder.Kept> all = new ArrayList<>(state.kept());
    all.removeIf(kept -> kept.prefix().equals(prefix));
    all.add(new CheckpointFolder.Kept(prefix, clock.instant()));
    keep(all, known);
    return prefix;
  }

  private void deleteLeftovers() {
    Checkpoints.deleteLeftovers(folder, clock.instant().minus(LEFTOVER));
  }

  /** On threads of its own: they wait for the disk while others may have work to do. */
  private void write(Path prefix, List<NamedTensor> tensors) {
    ParallelFor threads = new OwnThreads(Math.min(shards, MOST_WRITERS));
    try (CheckpointWriter writer = CheckpointWriter.create(prefix, shards, threads, disk)) {
      writer.addAll(tensors);
      writer.finish();
    }
  }

  /** Writes which are kept, then deletes the others. */
  private void keep(List<CheckpointFolder.Kept> all, Map<String, Double> known) {
    Instant lastPreserved = state.lastPreserved();
    Set<Path> best = best(all, known);
    List<CheckpointFolder.Kept> kept = new ArrayList<>();
    List<Path> dropped = new ArrayList<>();
    int tooOld = all.size() - retention.last();
    for (int i = 0; i < all.size(); i++) {
      CheckpointFolder.Kept each = all.get(i);
      if (i >= tooOld || best.contains(each.prefix())) {
        kept.add(each);
      } else if (isPreserved(each.saved(), lastPreserved)) {
        lastPreserved = each.saved(); // it stays, and the state file forgets it
      } else {
        dropped.add(each.prefix());
      }
    }
    if (retention.best() > 0) {
      Set<String> names = new HashSet<>();
      kept.forEach(each -> names.add(nameOf(each.prefix())));
      known.keySet().retainAll(names);
      measures.write(known);
    }
    state.write(kept, lastPreserved);
    dropped.forEach(Checkpoints::delete);
  }

  private boolean isPreserved(Instant saved, Instant lastPreserved) {
    Duration every = retention.every();
    return every != null && !saved.isBefore(lastPreserved.plus(every));
  }

  private Set<Path> best(List<CheckpointFolder.Kept> all, Map<String, Double> known) {
    List<Path> prefixes = all.stream().map(CheckpointFolder.Kept::prefix).toList();
    return ranked(prefixes, known).stream().limit(retention.best()).collect(Collectors.toSet());
  }

  /** Those that have a measure that is a number, the best first; of equals the last first. */
  private List<Path> ranked(List<Path> prefixes, Map<String, Double> known) {
    Comparator<Path> byMeasure =
        Comparator.comparingDouble(prefix -> known.getOrDefault(nameOf(prefix), Double.NaN));
    return prefixes.reversed().stream()
        .filter(prefix -> !known.getOrDefault(nameOf(prefix), Double.NaN).isNaN())
        .sorted(retention.isHigherBetter() ? byMeasure.reversed() : byMeasure)
        .toList();
  }

  private static String nameOf(Path prefix) {
    return String.valueOf(prefix.getFileName());
  }

  /** The best checkpoint that is there; empty if none has a measure. */
  public synchronized Optional<Path> best() {
    Map<String, Double> known = measures.read();
    List<Path> there =
        known.keySet().stream().map(folder::resolve).filter(Checkpoints::exists).toList();
    return ranked(there, known).stream().findFirst();
  }

  /**
   * Opens the latest checkpoint of which every byte is as it was saved. A damaged one is named in
   * the log and the one before is taken.
   *
   * @throws WeirException with {@code DATA_LOSS} if there are checkpoints and all are damaged
   */
  public synchronized Optional<CheckpointReader> openLatest() {
    List<String> problems = new ArrayList<>();
    for (Path prefix : candidates()) {
      CheckpointReader reader = null;
      try {
        reader = CheckpointReader.open(prefix);
        reader.names().forEach(reader::verify);
        return Optional.of(reader);
      } catch (WeirException e) {
        if (reader != null) {
          reader.close();
        }
        if (e.code() != ErrorCode.DATA_LOSS && e.code() != ErrorCode.NOT_FOUND) {
          throw e;
        }
        problems.add(prefix + ": " + e.getMessage());
        LOG.warn("a damaged checkpoint is passed over for the one before: {}", e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw WeirException.dataLoss(
          "every checkpoint in %s is damaged:%n  %s", folder, String.join("\n  ", problems));
    }
    return Optional.empty();
  }

  /** Those of the state file, the latest first; without it those that are there. */
  private List<Path> candidates() {
    List<Path> named =
        state.kept().stream()
            .map(CheckpointFolder.Kept::prefix)
            .filter(Checkpoints::exists)
            .toList();
    if (!named.isEmpty() || !Files.isDirectory(folder)) {
      return named.reversed();
    }
    return state.all().stream()
        .filter(prefix -> nameOf(prefix).startsWith(name + "-"))
        .toList()
        .reversed();
  }
}
