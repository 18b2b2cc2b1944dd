package dev.weir.checkpoint;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a checkpoint: tensors are added one by one, and all of them are there when {@link #finish}
 * returns.
 *
 * {@snippet :
 * try (CheckpointWriter writer = CheckpointWriter.create(Path.of("model/step-100"))) {
 *   writer.add("weights", weights);
 *   writer.finish();
 * }
 * }
 *
 * <p>Until then nothing is visible: files are written under other names, forced to the disk, and
 * renamed. Closing without finishing, and any failure, deletes them; a checkpoint of the same
 * prefix stays as it was. Elements go from the tensor's memory to the file without a copy.
 *
 * <p>For one thread at a time, and a prefix for one writer at a time.
 */
public final class CheckpointWriter implements AutoCloseable {
  private final ParallelFor parallel;
  private final Publication publication;
  private final IndexBuilder entries = new IndexBuilder();
  private final DataShards data;
  private boolean isOpen = true;

  private CheckpointWriter(
      Publication publication, Path prefix, int shards, ParallelFor parallel, Disk disk)
      throws IOException {
    this.parallel = parallel;
    this.publication = publication;
    disk.createFolders(FileNames.folder(prefix));
    this.data = new DataShards(publication.asideData(shards), disk);
  }

  /** A checkpoint of this prefix, replacing one that is there. Makes its folder if need be. */
  public static CheckpointWriter create(Path prefix) {
    return create(prefix, CommonPool.INSTANCE);
  }

  /** Creates a checkpoint that is written with the threads of a step. */
  public static CheckpointWriter create(Path prefix, ParallelFor parallel) {
    return create(prefix, 1, parallel);
  }

  /** Creates a checkpoint of several data files, which several threads can write at once. */
  public static CheckpointWriter create(Path prefix, int shards, ParallelFor parallel) {
    return create(prefix, shards, parallel, new Disk());
  }

  static CheckpointWriter create(Path prefix, int shards, ParallelFor parallel, Disk disk) {
    return create(prefix, shards, parallel, disk, Gate.OPEN);
  }

  /** A writer whose checkpoint becomes visible only if a gate lets it through. */
  static CheckpointWriter create(
      Path prefix, int shards, ParallelFor parallel, Disk disk, Gate gate) {
    FileNames.index(prefix); // refuses what cannot be a prefix
    Publication publication = new Publication(disk, prefix, gate);
    try {
      int count = DataShards.checkedCount(shards);
      return new CheckpointWriter(publication, prefix, count, parallel, disk);
    } catch (IOException e) {
      publication.cleanUp();
      throw publication.failure(e);
    }
  }

  /** Adds a tensor, to the data file with the fewest bytes. */
  public void add(String name, Tensor tensor) {
    write(() -> entries.add(name, store(name, tensor)));
  }

  /** Adds tensors by name, to all data files at once and about as many bytes to each. */
  public void addAll(Map<String, Tensor> tensors) {
    addAll(NamedTensor.whole(tensors));
  }

  /** Adds tensors that may be slices of partitioned ones. */
  public void addAll(List<NamedTensor> tensors) {
    Map<String, Tensor> byKey = new LinkedHashMap<>();
    for (NamedTensor each : tensors) {
      if (byKey.put(each.key(), each.tensor()) != null) {
        throw WeirException.invalidArgument("\"%s\" cannot be saved twice", each.key());
      }
    }
    write(
        () -> {
          Map<String, BundleEntry> stored = data.storeAll(byKey, parallel);
          for (NamedTensor each : tensors) {
            enter(each, requireNonNull(stored.get(each.key())));
          }
        });
  }

  private BundleEntry store(String name, Tensor tensor) throws IOException {
    return data.emptiest().store(name, tensor, parallel);
  }

  /** Adds a part of a partitioned tensor. A part that is all of it is stored like any tensor. */
  public void addSlice(String name, ShapeAndSlice part, Tensor tensor) {
    NamedTensor slice = new NamedTensor(name, part, tensor);
    write(() -> enter(slice, store(name, tensor)));
  }

  private void enter(NamedTensor each, BundleEntry stored) {
    ShapeAndSlice part = each.part();
    if (part == null || each.isWhole()) {
      entries.add(each.name(), stored);
      return;
    }
    entries.addPart(
        each.name(),
        each.tensor().dtype().number(),
        new IndexBuilder.Shapes(part.shape(), List.of(part.slice())));
    entries.addSliceEntry(
        ByteString.copyFrom(SliceKeys.encode(each.name(), part.slice())), each.key(), stored);
  }

  /** Makes the checkpoint visible, on the disk. */
  public void finish() {
    write(
        () -> {
          data.finish();
          publication.publish(data.paths(), entries);
          isOpen = false;
        });
  }

  /** Deletes what was written, if it is not finished. */
  @Override
  public void close() {
    if (isOpen) {
      abandon(null);
    }
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void write(Writing writing) {
    if (!isOpen) {
      throw WeirException.failedPrecondition("this checkpoint is finished or was given up");
    }
    try {
      writing.run();
    } catch (IOException e) {
      WeirException failure = publication.failure(e);
      abandon(failure);
      throw failure;
    } catch (RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
  }

  private void abandon(@Nullable Throwable because) {
    isOpen = false;
    data.close(because);
    publication.cleanUp();
  }
}
