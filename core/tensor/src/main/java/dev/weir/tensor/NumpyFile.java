package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * NumPy's {@code .npy} files: one array each.
 *
 * <p>Reading takes the formats 1.0, 2.0 and 3.0, either byte order, and arrays in C or Fortran
 * order. The types are bool, the integers, float16, float32, float64, the complex numbers, and
 * strings: {@code S} as bytes, {@code U} as UTF-8. Structured and pickled arrays are refused.
 * Nothing is allocated before the file is known to be long enough for it.
 *
 * <p>bfloat16 is {@code V2}, two raw bytes, as the {@code ml_dtypes} package writes it: NumPy
 * itself does not know the type, so {@code np.load(f).view(ml_dtypes.bfloat16)} gives it back.
 * Quantized types are written as the integers they are stored in, strings as {@code S}.
 *
 * <p>A file is written aside and renamed when it is whole.
 */
public final class NumpyFile {
  private static final int CHUNK = 1 << 26;

  private NumpyFile() {}

  /** Reads the array in a file. */
  public static Tensor read(Path path) {
    try (SeekableByteChannel channel = Files.newByteChannel(path)) {
      return new NumpyReader(path, channel).read();
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + path, e);
    }
  }

  /** Writes a tensor as the array in a file, replacing the file if it exists. */
  public static void write(Path path, Tensor tensor) {
    NumpyType type = NumpyType.toWrite(tensor);
    Path aside = path.resolveSibling("." + path.getFileName() + "." + suffix() + ".tmp");
    try {
      try (SeekableByteChannel channel =
          Files.newByteChannel(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        writeFully(channel, NumpyHeader.encode(type.descr(), tensor.shape()));
        if (tensor.dtype() == DType.STRING) {
          writeStrings(channel, tensor, (int) type.itemSize());
        } else {
          writeNumbers(channel, tensor);
        }
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      moveInPlace(aside, path);
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + path, e);
    } finally {
      deleteQuietly(aside);
    }
  }

  private static String suffix() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  private static void writeNumbers(WritableByteChannel channel, Tensor tensor) throws IOException {
    int size = tensor.dtype().byteSize();
    long step = CHUNK / size;
    for (long first = 0; first < tensor.elements(); first += step) {
      long count = Math.min(step, tensor.elements() - first);
      var buffer = tensor.buffer().retain();
      try {
        writeFully(channel, buffer.window(first * size, (int) (count * size)));
      } finally {
        buffer.release();
      }
    }
  }

  private static void writeStrings(WritableByteChannel channel, Tensor tensor, int width)
      throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(Math.max(width, 1 << 16));
    for (long i = 0; i < tensor.elements(); i++) {
      if (chunk.remaining() < width) {
        writeFully(channel, chunk.flip());
        chunk.clear();
      }
      byte[] bytes = tensor.getBytes(i);
      chunk.put(bytes).put(new byte[width - bytes.length]);
    }
    writeFully(channel, chunk.flip());
  }

  private static void writeFully(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static void moveInPlace(Path aside, Path path) throws IOException {
    try {
      Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(aside, path, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void deleteQuietly(Path aside) {
    try {
      Files.deleteIfExists(aside);
    } catch (IOException e) {
      // It is left behind; what matters is that it never has the file's own name.
    }
  }
}
