package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.records.Crc32c;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A data file being written, one tensor after the other. For one thread at a time. */
final class DataShard implements AutoCloseable {
  private final int number;
  private final Path path;
  private final Disk.OutputFile file;
  private long bytes;

  /** The data file of a number, under the name it has while it is written. */
  DataShard(int number, Path path, Disk disk) throws IOException {
    this.number = number;
    this.path = path;
    this.file = disk.create(path);
  }

  Path path() {
    return path;
  }

  /** How many bytes were written. */
  long bytes() {
    return bytes;
  }

  /** Returns when everything written is on the disk. */
  void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Writes the elements of a tensor, from its own memory, and says where they are. */
  BundleEntry store(String name, Tensor tensor, ParallelFor parallel) throws IOException {
    DType dtype = tensor.dtype();
    if (dtype == DType.RESOURCE || dtype == DType.VARIANT) {
      throw WeirException.unimplemented(
          "\"%s\" is a %s, which checkpoints do not hold; save the value it stands for",
          name, dtype);
    }
    long start = bytes;
    int checksum;
    if (dtype == DType.STRING) {
      StringOutput output = new StringOutput(file, start);
      checksum = output.write(tensor);
      bytes = output.position();
    } else {
      checksum = storeNumbers(tensor, start, parallel);
      bytes += tensor.byteSize();
    }
    int crc = Crc32c.mask(checksum);
    return new BundleEntry(
        dtype.number(), tensor.shape(), number, start, bytes - start, crc, List.of());
  }

  private int storeNumbers(Tensor tensor, long start, ParallelFor parallel) throws IOException {
    Buffer buffer = tensor.buffer().retain();
    try {
      return Chunks.move(
          tensor.byteSize(),
          parallel,
          (at, count) -> {
            ByteBuffer window = buffer.window(at, count);
            file.write(window.duplicate(), start + at);
            return Crc32c.of(window);
          });
    } finally {
      buffer.release();
    }
  }
}
