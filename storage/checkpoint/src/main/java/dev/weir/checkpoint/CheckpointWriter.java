package dev.weir.checkpoint;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Files.createDirectories(FileNames.folder(prefix));
    this.data = new DataShards(publication.asideData(shards), disk);
  }

  /** A checkpoint of this prefix, replacing one that is there. Makes its folder if need be. */
  public static CheckpointWriter create(Path prefix) {
    return create(prefix, CommonPool.INSTANCE);
  }

  /** The same, with the cores of a step. */
  public static CheckpointWriter create(Path prefix, ParallelFor parallel) {
    return create(prefix, 1, parallel);
  }

  /** The same, in several data files, to which several threads can write at once. */
  public static CheckpointWriter create(Path prefix, int shards, ParallelFor parallel) {
    return create(prefix, shards, parallel, new Disk());
  }

  static CheckpointWriter create(Path prefix, int shards, ParallelFor parallel, Disk disk) {
    FileNames.index(prefix); // refuses what cannot be a prefix
    Publication publication = new Publication(disk, prefix);
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
    write(() -> data.storeAll(tensors, parallel).forEach(entries::add));
  }

  private BundleEntry store(String name, Tensor tensor) throws IOException {
    return data.emptiest().store(name, tensor, parallel);
  }

  /** Adds a part of a partitioned tensor. A part that is all of it is stored like any tensor. */
  public void addSlice(String name, ShapeAndSlice part, Tensor tensor) {
    if (!tensor.shape().equals(part.sliceShape())) {
      throw WeirException.invalidArgument(
          "the slice %s of \"%s\" has the shape %s, the tensor for it %s",
          part, name, part.sliceShape(), tensor.shape());
    }
    if (part.slice().isWholeOf(part.shape())) {
      add(name, tensor);
      return;
    }
    write(
        () -> {
          Shape whole = part.shape();
          entries.addPart(
              name, tensor.dtype().number(), new IndexBuilder.Shapes(whole, List.of(part.slice())));
          entries.addSliceEntry(
              ByteString.copyFrom(SliceKeys.encode(name, part.slice())),
              name + " " + part,
              store(name, tensor));
        });
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
