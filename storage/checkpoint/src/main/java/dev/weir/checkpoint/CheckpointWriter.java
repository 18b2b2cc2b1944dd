package dev.weir.checkpoint;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.records.Crc32c;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  private final Path dataFile;
  private final Disk.OutputFile data;
  private long position;
  private boolean isOpen = true;

  private CheckpointWriter(Path prefix, ParallelFor parallel, Disk disk) throws IOException {
    this.parallel = parallel;
    this.publication = new Publication(disk, prefix);
    this.dataFile = publication.aside(FileNames.data(prefix, 0, 1));
    Files.createDirectories(FileNames.folder(prefix));
    this.data = disk.create(dataFile);
  }

  /** A checkpoint of this prefix, replacing one that is there. Makes its folder if need be. */
  public static CheckpointWriter create(Path prefix) {
    return create(prefix, CommonPool.INSTANCE);
  }

  /** The same, with the cores of a step. */
  public static CheckpointWriter create(Path prefix, ParallelFor parallel) {
    return create(prefix, parallel, new Disk());
  }

  static CheckpointWriter create(Path prefix, ParallelFor parallel, Disk disk) {
    FileNames.index(prefix); // refuses what cannot be a prefix
    try {
      return new CheckpointWriter(prefix, parallel, disk);
    } catch (IOException e) {
      throw new Publication(disk, prefix).failure(e);
    }
  }

  /** Adds a tensor. */
  public void add(String name, Tensor tensor) {
    write(() -> entries.add(name, store(name, tensor)));
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
          data.force();
          data.close();
          publication.publish(List.of(dataFile), entries);
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
    try {
      data.close();
    } catch (IOException e) {
      if (because != null) {
        because.addSuppressed(e);
      }
    }
    publication.cleanUp();
  }

  private BundleEntry store(String name, Tensor tensor) throws IOException {
    DType dtype = tensor.dtype();
    if (dtype == DType.RESOURCE || dtype == DType.VARIANT) {
      throw WeirException.unimplemented(
          "\"%s\" is a %s, which checkpoints do not hold; save the value it stands for",
          name, dtype);
    }
    long start = position;
    int checksum;
    if (dtype == DType.STRING) {
      StringOutput output = new StringOutput(data, start);
      checksum = output.write(tensor);
      position = output.position();
    } else {
      checksum = storeNumbers(tensor, start);
      position += tensor.byteSize();
    }
    return new BundleEntry(
        dtype.number(),
        tensor.shape(),
        0,
        start,
        position - start,
        Crc32c.mask(checksum),
        List.of());
  }

  private int storeNumbers(Tensor tensor, long start) throws IOException {
    Buffer buffer = tensor.buffer().retain();
    try {
      return Chunks.move(
          tensor.byteSize(),
          parallel,
          (at, bytes) -> {
            ByteBuffer window = buffer.window(at, bytes);
            data.write(window.duplicate(), start + at);
            return Crc32c.of(window);
          });
    } finally {
      buffer.release();
    }
  }
}
