package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Tensor;
import java.io.IOException;
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
 * <p>A checkpoint is deleted only after the next is saved and the state file no longer names it.
 * Thread-safe.
 *
 * <p>A series belongs to one process at a time, the one that {@linkplain #claim claimed} it last.
 * What is saved belongs to a claim too: it is refused with {@code ABORTED} if another holds. What
 * belongs to {@link #NO_CLAIM} is for series without claims: the process that began to save last
 * has it.
 */
public final class CheckpointSeries {
  /** The number of no claim. */
  public static final long NO_CLAIM = FolderClaim.NO_NUMBER;

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointSeries.class);

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
  private final FolderClaim claim;
  private final FolderLock lock;
  private final Leftovers leftovers;

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
    this.claim = new FolderClaim(folder.resolve(name + ".claim"), disk);
    this.lock = new FolderLock(folder.resolve(name + ".lock"), disk);
    this.leftovers = new Leftovers(folder, name, disk);
  }

  /** The series of this name in a folder. Nothing is read or written yet. */
  public static CheckpointSeries of(Path folder, String name, Retention retention) {
    return of(folder, name, retention, new WallClock(), new Disk());
  }

  static CheckpointSeries of(
      Path folder, String name, Retention retention, Clock clock, Disk disk) {
    return new CheckpointSeries(folder, name, retention, 1, clock, disk);
  }

  /**
   * Splits each checkpoint into so many data files of about equal size, which several threads
   * write. Faster on disks that serve parallel writes.
   */
  public CheckpointSeries withShards(int count) {
    return new CheckpointSeries(
        folder, name, retention, DataShards.checkedCount(count), clock, disk);
  }

  /** The number of the claim that holds on the series; 0 if there never was one. */
  public synchronized long claimed() {
    return claim.current();
  }

  /**
   * Takes the series over from whichever process saved to it before: that one can neither save nor
   * delete any more.
   *
   * @param number larger than that of any claim before
   * @throws WeirException with {@code ABORTED} if a later claim holds
   */
  public synchronized void claim(long number) {
    exclusively(() -> claim.take(number));
  }

  /** Whether this process holds the series with a claim of this number. */
  public synchronized boolean isClaimedWith(long number) {
    return claim.isHeldWith(number);
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

  /** Saves tensors that may be slices of partitioned ones. */
  public Path save(long step, OptionalDouble measure, List<NamedTensor> tensors) {
    return save(step, measure, tensors, NO_CLAIM);
  }

  /**
   * Saves the checkpoint of a step for a claim.
   *
   * @param owner the number of the claim that it belongs to
   * @throws WeirException with {@code ABORTED} if another claim, or another process's, holds
   */
  public synchronized Path save(
      long step, OptionalDouble measure, List<NamedTensor> tensors, long owner) {
    Gate gate = new OwnersGate(owner);
    prepare(prefix(step), gate);
    write(prefix(step), tensors, gate);
    return listed(step, measure, gate);
  }

  /** Before a checkpoint is published: this process must own the series. */
  private void prepare(Path prefix, Gate gate) {
    exclusively(
        () -> {
          gate.check();
          leftovers.delete(gate);
          state.announce(prefix, gate);
        });
  }

  private void exclusively(Gate.Passage action) {
    try {
      lock.hold(action);
    } catch (IOException e) {
      throw WeirException.ofIo("locking the checkpoints " + folder.resolve(name), e);
    }
  }

  /** Lets files change only while this process owns the series. */
  private final class OwnersGate implements Gate {
    private final long owner;

    OwnersGate(long owner) {
      this.owner = owner;
    }

    @Override
    public void let(Passage passage) throws IOException {
      lock.hold(
          () -> {
            check();
            passage.pass();
          });
    }

    @Override
    public void check() {
      claim.check(owner);
    }
  }

  /**
   * Where tasks put the parts of the checkpoint of a step, before they are merged: prefixes that
   * begin so, in a folder of this save alone. {@link #publish} and {@link #abandon} end its use;
   * what is left there then a later save deletes.
   */
  public Path partsPrefix(long step) {
    String token = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    Path parts = folder.resolve(name + "-" + step + FileNames.ASIDE + token);
    leftovers.use(parts);
    return parts.resolve("part");
  }

  /** Gives up a save for which {@link #partsPrefix} was asked. */
  public void abandon(Path partsPrefix) {
    leftovers.release(FileNames.folder(partsPrefix));
  }

  /**
   * Publishes a checkpoint that others have written beside {@link #partsPrefix} as that of a step.
   * Its files are renamed, not copied.
   *
   * @param measure how good it is, where the best are kept
   * @param written the prefix it was written to
   * @return its prefix
   */
  public Path publish(long step, OptionalDouble measure, Path written) {
    return publish(step, measure, written, NO_CLAIM);
  }

  /**
   * Publishes a checkpoint that others have written for a claim.
   *
   * @param owner the number of the claim that it belongs to
   * @throws WeirException with {@code ABORTED} if another claim, or another process's, holds
   */
  public synchronized Path publish(long step, OptionalDouble measure, Path written, long owner) {
    if (!Checkpoints.exists(written)) {
      throw WeirException.notFound(
          "there is no checkpoint %s to publish; tasks that write it and this process must see the"
              + " same folder",
          written);
    }
    Gate gate = new OwnersGate(owner);
    prepare(prefix(step), gate);
    Checkpoints.merge(List.of(written), prefix(step), disk, gate);
    abandon(written);
    return listed(step, measure, gate);
  }

  /**
   * Takes up the checkpoint of a step that others have written to its prefix.
   *
   * @param measure how good it is, where the best are kept
   * @return its prefix
   */
  public synchronized Path enlist(long step, OptionalDouble measure) {
    Path prefix = prefix(step);
    if (!Checkpoints.exists(prefix)) {
      throw WeirException.notFound(
          "there is no checkpoint %s to take up; tasks that write it and this process must see the"
              + " same folder",
          prefix);
    }
    return listed(step, measure, new OwnersGate(NO_CLAIM));
  }

  /** Lists a checkpoint that is there as the latest, and deletes those that are not kept. */
  private Path listed(long step, OptionalDouble measure, Gate gate) {
    Path prefix = prefix(step);
    exclusively(
        () -> {
          gate.check();
          leftovers.delete(gate);
          Map<String, Double> known = new LinkedHashMap<>(measures.read());
          known.remove(nameOf(prefix));
          measure.ifPresent(value -> known.put(nameOf(prefix), value));
          List<CheckpointFolder.Kept> all = new ArrayList<>(state.kept());
          all.removeIf(kept -> kept.prefix().equals(prefix));
          all.add(new CheckpointFolder.Kept(prefix, clock.instant()));
          keep(all, known, gate);
        });
    return prefix;
  }

  /** On threads of its own: they wait for the disk while others may have work to do. */
  private void write(Path prefix, List<NamedTensor> tensors, Gate gate) {
    ParallelFor threads = new OwnThreads(Math.min(shards, MOST_WRITERS));
    try (CheckpointWriter writer = CheckpointWriter.create(prefix, shards, threads, disk, gate)) {
      writer.addAll(tensors);
      writer.finish();
    }
  }

  /** Writes which are kept, then deletes the others. */
  private void keep(List<CheckpointFolder.Kept> all, Map<String, Double> known, Gate gate) {
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
      measures.write(known, gate);
    }
    state.write(kept, lastPreserved, gate);
    dropped.forEach(prefix -> Checkpoints.delete(prefix, disk, gate));
  }

  /** If the wall clock was set back since the last one was preserved, the next one is too. */
  private boolean isPreserved(Instant saved, Instant lastPreserved) {
    Duration every = retention.every();
    return every != null
        && (!saved.isBefore(lastPreserved.plus(every)) || saved.isBefore(lastPreserved));
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
