package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a checkpoint. The index is read and checked when it is opened, tensors when they are asked
 * for, each against its checksum; elements go from the file to the tensor's memory without a copy.
 *
 * {@snippet :
 * try (CheckpointReader reader = CheckpointReader.open(Path.of("model/step-100"))) {
 *   Tensor weights = reader.read("weights");
 * }
 * }
 *
 * <p>Thread-safe. What is damaged is a {@link WeirException} with {@code DATA_LOSS} that names the
 * file, the tensor and both checksums; what is not there, one with {@code NOT_FOUND}.
 */
public final class CheckpointReader implements AutoCloseable {
  private final Path prefix;
  private final BundleIndex index;
  private final ParallelFor parallel;
  private final FileOpener opener;
  private final Map<Integer, DataFile> files = new TreeMap<>();
  private boolean closed;

  private CheckpointReader(
      Path prefix, BundleIndex index, ParallelFor parallel, FileOpener opener) {
    this.opener = opener;
    this.prefix = prefix;
    this.index = index;
    this.parallel = parallel;
  }

  /** Opens the checkpoint of this prefix. */
  public static CheckpointReader open(Path prefix) {
    return open(prefix, CommonPool.INSTANCE);
  }

  /** Opens a checkpoint and verifies it with the threads of a step. */
  public static CheckpointReader open(Path prefix, ParallelFor parallel) {
    return open(prefix, parallel, Files::newByteChannel);
  }

  /** Opens the checkpoint of this prefix, each of its files with an opener that may refuse it. */
  public static CheckpointReader open(Path prefix, ParallelFor parallel, FileOpener opener) {
    return new CheckpointReader(prefix, BundleIndex.read(prefix, opener), parallel, opener);
  }

  /** The prefix it was opened with. */
  public Path prefix() {
    return prefix;
  }

  /** The names of all tensors, in ascending order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(index.tensors().keySet());
  }

  /** All tensors, in ascending order of their names. */
  public List<CheckpointEntry> entries() {
    return index.tensors().keySet().stream().map(this::entry).toList();
  }

  /** What is known of a tensor. */
  public CheckpointEntry entry(String name) {
    BundleEntry entry = index.tensor(name);
    long bytes = entry.size();
    for (TensorSlice slice : entry.slices()) {
      bytes += index.slice(name, slice).size();
    }
    return new CheckpointEntry(name, entry.dtype(), entry.shape(), entry.slices(), bytes);
  }

  /** How many data files there are. */
  public int shards() {
    return index.shards();
  }

  /** Reads a tensor. Partitioned ones are put together. */
  public Tensor read(String name) {
    return read(name, TensorSlice.whole(index.tensor(name).shape().rank()));
  }

  /** Reads a slice of a tensor, however it is stored. */
  public Tensor read(String name, TensorSlice slice) {
    CheckpointEntry entry = entry(name);
    Shape shape = slice.shapeIn(entry.shape());
    requireAvailable(name, slice);
    Tensor tensor =
        Tensor.allocate(Allocator.shared(), entry.dtype(), shape, "tensor \"" + name + "\"");
    try {
      readInto(name, slice, tensor);
    } catch (RuntimeException | Error e) {
      tensor.close();
      throw e;
    }
    return tensor.collected();
  }

  /**
   * Refuses a slice whose bytes are not all in the data files, so that nothing is allocated for
   * what cannot be read.
   */
  public void requireAvailable(String name, TensorSlice slice) {
    reading(
        name,
        () -> {
          List<Partition.Part> unused = parts(name, slice);
        });
  }

  /** Reads a slice of a tensor into one of its shape and element type, still to be filled. */
  public void readInto(String name, TensorSlice slice, Tensor target) {
    CheckpointEntry entry = entry(name);
    Shape shape = slice.shapeIn(entry.shape());
    if (target.dtype() != entry.dtype() || !target.shape().equals(shape)) {
      throw WeirException.invalidArgument(
          "tensor \"%s\" is %s%s in the checkpoint %s and cannot be read as %s%s",
          name, entry.dtype(), shape, prefix, target.dtype(), target.shape());
    }
    Box wanted = Box.of(slice, entry.shape());
    reading(
        name,
        () -> {
          for (Partition.Part part : parts(name, slice)) {
            copy(reader(name, part.entry()), part, wanted, target);
          }
        });
  }

  private static void copy(EntryReader reader, Partition.Part part, Box wanted, Tensor target)
      throws IOException {
    if (wanted.shape().elements() == 0) {
      return;
    }
    boolean isRun = part.box().isRunOf(wanted);
    if (target.dtype() != DType.STRING) {
      if (isRun) {
        long offset = wanted.positionOf(part.box()) * target.dtype().byteSize();
        reader.readInto(target.buffer(), offset);
      } else {
        reader.stream(new Scatter(part.box(), wanted, target)::take);
      }
    } else if (isRun && part.box().shape().equals(wanted.shape())) {
      reader.readStrings(target);
    } else {
      Tensor strings = Tensor.allocate(DType.STRING, part.box().shape());
      reader.readStrings(strings);
      new Scatter(part.box(), wanted, target).takeStrings(strings);
    }
  }

  /** The parts of a slice, each known to be in its file. */
  private List<Partition.Part> parts(String name, TensorSlice slice) throws IOException {
    BundleEntry tensor = index.tensor(name);
    DType dtype = entry(name).dtype();
    if (dtype == DType.RESOURCE || dtype == DType.VARIANT) {
      throw WeirException.unimplemented("tensor \"%s\" is a %s, which is not read", name, dtype);
    }
    Box wanted = Box.of(slice, tensor.shape());
    List<Partition.Part> parts = Partition.of(index, name, tensor, wanted);
    for (Partition.Part part : parts) {
      reader(name, part.entry()).check(dtype);
    }
    return parts;
  }

  /** Reads all bytes of a tensor and compares their checksums, without keeping them. */
  public void verify(String name) {
    BundleEntry tensor = index.tensor(name);
    List<BundleEntry> stored = new ArrayList<>();
    if (tensor.isPartitioned()) {
      tensor.slices().forEach(slice -> stored.add(index.slice(name, slice)));
    } else {
      stored.add(tensor);
    }
    DType dtype = entry(name).dtype();
    reading(
        name,
        () -> {
          for (BundleEntry entry : stored) {
            EntryReader reader = reader(name, entry);
            reader.check(dtype);
            if (dtype == DType.STRING) {
              reader.readStrings(Tensor.allocate(DType.STRING, entry.shape()));
            } else {
              reader.stream((bytes, position) -> {});
            }
          }
        });
  }

  @FunctionalInterface
  private interface Reading {
    void run() throws IOException;
  }

  private void reading(String name, Reading reading) {
    try {
      reading.run();
    } catch (IOException e) {
      throw WeirException.ofIo("reading tensor \"" + name + "\" of " + prefix, e);
    }
  }

  private EntryReader reader(String name, BundleEntry entry) {
    return new EntryReader(name, entry, file(entry.shard()), parallel);
  }

  private synchronized DataFile file(int shard) {
    if (closed) {
      throw WeirException.failedPrecondition("the checkpoint %s was closed", prefix);
    }
    return files.computeIfAbsent(
        shard, number -> DataFile.open(FileNames.data(prefix, number, index.shards()), opener));
  }

  /** Closes the data files. */
  @Override
  public synchronized void close() {
    closed = true;
    files.values().forEach(DataFile::close);
    files.clear();
  }
}
