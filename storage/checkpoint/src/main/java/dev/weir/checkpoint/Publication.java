package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.IoErrors;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a checkpoint visible at once.
 *
 * <p>An index says of how many data files it is one, and so how they are called. Where a checkpoint
 * replaces another of the same prefix, it counts one file more, an empty one: so no name of a data
 * file of the old one is touched until renaming the index, a single step, has put the new one in
 * its place. Whenever this is interrupted, there is one whole checkpoint, the old or the new.
 */
final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

  private final Disk disk;
  private final Path prefix;
  private final Gate gate;
  private final String token = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final List<Path> asides = new ArrayList<>();

  Publication(Disk disk, Path prefix) {
    this(disk, prefix, Gate.OPEN);
  }

  Publication(Disk disk, Path prefix, Gate gate) {
    this.disk = disk;
    this.prefix = prefix;
    this.gate = gate;
  }

  /** A file of this checkpoint under the name it has while it is written. */
  Path aside(Path file) {
    Path aside = FileNames.aside(file, token);
    asides.add(aside);
    return aside;
  }

  /** The temporary names of all data files, in order. */
  List<Path> asideData(int shards) {
    return IntStream.range(0, shards)
        .mapToObj(shard -> aside(FileNames.data(prefix, shard, shards)))
        .toList();
  }

  /**
   * Puts data files, all of them on the disk, and an index in their places, and deletes the data
   * files of the checkpoint that was there before.
   */
  void publish(List<Path> data, IndexBuilder entries) throws IOException {
    gate.let(() -> replace(data, entries));
  }

  /** File names depend on the existing files, so no other process may change these. */
  private void replace(List<Path> data, IndexBuilder entries) throws IOException {
    List<FileNames.DataName> before = FileNames.existingData(prefix);
    int shards = freeCount(data.size(), before);
    Path index = writeIndex(shards, entries);
    List<Path> files = new ArrayList<>(data);
    while (files.size() < shards) {
      files.add(createEmpty(files.size(), shards));
    }
    rename(files, index, before);
  }

  private void rename(List<Path> data, Path index, List<FileNames.DataName> before)
      throws IOException {
    int shards = data.size();
    for (int i = 0; i < shards; i++) {
      gate.check();
      disk.move(data.get(i), FileNames.data(prefix, i, shards));
    }
    disk.forceFolder(FileNames.folder(prefix));
    gate.check();
    disk.move(index, FileNames.index(prefix));
    disk.forceFolder(FileNames.folder(prefix));
    for (FileNames.DataName old : before) {
      if (old.shards() != shards) {
        gate.check();
        deleteIfPossible(old.file());
      }
    }
  }

  /**
   * A number of shards whose data files the index that is there does not name. What interrupted
   * saves have left under such names is overwritten.
   */
  private int freeCount(int least, List<FileNames.DataName> files) {
    Set<Integer> used = new HashSet<>();
    if (Checkpoints.exists(prefix)) {
      try {
        used.add(BundleIndex.read(prefix).shards());
      } catch (WeirException e) {
        LOG.warn("a damaged checkpoint is replaced: {}", e.getMessage());
        files.forEach(file -> used.add(file.shards()));
      }
    }
    int count = Math.max(1, least);
    while (used.contains(count)) {
      count++;
    }
    return count;
  }

  private Path createEmpty(int shard, int shards) throws IOException {
    Path aside = aside(FileNames.data(prefix, shard, shards));
    disk.create(aside).close();
    return aside;
  }

  private Path writeIndex(int shards, IndexBuilder entries) throws IOException {
    Path aside = aside(FileNames.index(prefix));
    try (Disk.OutputFile file = disk.create(aside)) {
      long[] position = {0};
      entries.write(
          shards,
          (ByteBuffer bytes) -> {
            int count = bytes.remaining();
            file.write(bytes, position[0]);
            position[0] += count;
          });
      file.force();
    }
    return aside;
  }

  /** Replaces a small file of text at once. */
  void publishText(Path file, String text) {
    Path aside = aside(file);
    try {
      disk.createFolders(FileNames.folder(file));
      try (Disk.OutputFile out = disk.create(aside)) {
        out.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        out.force();
      }
      gate.check();
      disk.move(aside, file);
      disk.forceFolder(FileNames.folder(file));
    } catch (IOException e) {
      throw failure(e);
    } finally {
      cleanUp();
    }
  }

  /** Deletes what was written and is not in its place. */
  void cleanUp() {
    asides.forEach(this::deleteIfPossible);
  }

  /** What cannot be deleted takes room and does no other harm: no index names it. */
  private void deleteIfPossible(Path file) {
    try {
      disk.delete(file);
    } catch (IOException e) {
      LOG.warn("{} is left behind and can be deleted: {}", file, e.toString());
    }
  }

  /** The failure of a save: what failed, and that nothing is lost. */
  WeirException failure(IOException cause) {
    ErrorCode code = WeirException.ofIo("", cause).code();
    String advice =
        code != ErrorCode.RESOURCE_EXHAUSTED
            ? String.valueOf(cause.getMessage() == null ? cause : cause.getMessage())
            : IoErrors.isDiskFull(cause)
                ? "the disk is full: make room and save again"
                : "the process has no file descriptors left: close some and save again";
    return new WeirException(
        code,
        "saving the checkpoint "
            + prefix
            + " failed: "
            + advice
            + ". What was saved before is as it was. ("
            + cause
            + ")",
        cause);
  }
}
