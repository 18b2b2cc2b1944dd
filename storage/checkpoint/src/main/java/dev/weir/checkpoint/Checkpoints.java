package dev.weir.checkpoint;

import com.google.protobuf.ByteString;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What is done with checkpoints as a whole. */
public final class Checkpoints {
  private Checkpoints() {}

  /** Whether there is a checkpoint of this prefix. */
  public static boolean exists(Path prefix) {
    return Files.exists(FileNames.index(prefix));
  }

  /** Saves tensors by name, replacing a checkpoint of this prefix at once. */
  public static void save(Path prefix, Map<String, Tensor> tensors) {
    save(prefix, NamedTensor.whole(tensors));
  }

  /** Saves tensors, some of them parts of larger ones. */
  public static void save(Path prefix, List<NamedTensor> tensors) {
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.addAll(tensors);
      writer.finish();
    }
  }

  /** Reads all tensors. */
  public static Map<String, Tensor> load(Path prefix) {
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      reader.names().forEach(name -> tensors.put(name, reader.read(name)));
      return tensors;
    }
  }

  /** {@code name-00002-of-00005}: the prefix of one part of a checkpoint written by several. */
  public static String shardedName(String name, int shard, int shards) {
    return String.format(Locale.ROOT, "%s-%05d-of-%05d", name, shard, shards);
  }

  /** The files of a checkpoint that exist: its index and its data files. */
  public static List<Path> files(Path prefix) {
    try {
      List<Path> files = new ArrayList<>();
      if (exists(prefix)) {
        files.add(FileNames.index(prefix));
      }
      FileNames.existingData(prefix).stream()
          .map(FileNames.DataName::file)
          .sorted()
          .forEach(files::add);
      return files;
    } catch (IOException e) {
      throw WeirException.ofIo("listing the files of " + prefix, e);
    }
  }

  /** Deletes a checkpoint: its index first, so that what is left is none. */
  public static void delete(Path prefix) {
    delete(prefix, new Disk(), Gate.OPEN);
  }

  static void delete(Path prefix, Disk disk, Gate gate) {
    for (Path file : files(prefix)) {
      gate.check();
      try {
        disk.delete(file);
      } catch (IOException e) {
        throw WeirException.ofIo("deleting " + file, e);
      }
    }
  }

  /**
   * Makes one checkpoint of several, each of them written by one device. Their data files are
   * renamed, not copied; their indices are gone afterward. Parts of partitioned tensors may come
   * from different ones.
   *
   * @param missingAllowed whether to go on without those that do not exist
   */
  public static void merge(List<Path> parts, Path destination, boolean missingAllowed) {
    merge(parts, destination, missingAllowed, Files::newByteChannel);
  }

  /** Merges checkpoints whose files are opened in a way that may refuse some. */
  public static void merge(
      List<Path> parts, Path destination, boolean missingAllowed, FileOpener opener) {
    Publication publication = new Publication(new Disk(), destination);
    merge(parts, destination, missingAllowed, opener, new Disk(), publication);
  }

  static void merge(List<Path> parts, Path destination, Disk disk, Gate gate) {
    Publication publication = new Publication(disk, destination, gate);
    merge(parts, destination, false, Files::newByteChannel, disk, publication);
  }

  private static void merge(
      List<Path> parts,
      Path destination,
      boolean missingAllowed,
      FileOpener opener,
      Disk disk,
      Publication publication) {
    if (parts.isEmpty()) {
      throw WeirException.invalidArgument("at least one checkpoint is needed to merge");
    }
    Set<Path> distinct = new LinkedHashSet<>(parts);
    if (missingAllowed) {
      distinct.removeIf(part -> !exists(part));
    }
    if (distinct.contains(destination)) {
      throw WeirException.invalidArgument(
          "the checkpoint %s cannot be merged into itself; choose another destination",
          destination);
    }
    IndexBuilder entries = new IndexBuilder();
    List<Path> data = new ArrayList<>();
    for (Path part : distinct) {
      BundleIndex index = BundleIndex.read(part, opener);
      int firstShard = data.size();
      for (int i = 0; i < index.shards(); i++) {
        data.add(requireFile(FileNames.data(part, i, index.shards()), opener));
      }
      index.tensors().forEach((name, entry) -> add(entries, name, entry, firstShard));
      index
          .sliceEntries()
          .forEach(
              (ByteString key, BundleEntry entry) ->
                  entries.addSliceEntry(
                      key, key.toStringUtf8(), entry.withShard(entry.shard() + firstShard)));
    }
    try {
      publication.publish(data, entries);
      for (Path part : distinct) {
        disk.delete(FileNames.index(part));
      }
    } catch (IOException e) {
      throw publication.failure(e);
    } finally {
      publication.cleanUp();
    }
  }

  private static void add(IndexBuilder entries, String name, BundleEntry entry, int firstShard) {
    if (entry.isPartitioned()) {
      entries.addPart(name, entry.dtype(), new IndexBuilder.Shapes(entry.shape(), entry.slices()));
    } else {
      entries.add(name, entry.withShard(entry.shard() + firstShard));
    }
  }

  /** A file that is there and may be read: what is renamed is the file, or a link to it. */
  private static Path requireFile(Path file, FileOpener opener) {
    try (SeekableByteChannel channel = opener.open(file)) {
      return file;
    } catch (NoSuchFileException e) {
      throw new WeirException(ErrorCode.NOT_FOUND, "the data file " + file + " is missing", e);
    } catch (IOException e) {
      throw WeirException.ofIo("opening " + file, e);
    }
  }
}
