package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/** A data file, to be read from several threads. */
final class DataFile implements AutoCloseable {
  private final Path path;
  private final SeekableByteChannel channel;

  private DataFile(Path path, SeekableByteChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static DataFile open(Path path, FileOpener opener) {
    try {
      return new DataFile(path, opener.open(path));
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + path, e);
    }
  }

  Path path() {
    return path;
  }

  long size() throws IOException {
    return channel.size();
  }

  /** Fills what remains of a buffer. */
  void read(ByteBuffer target, long position) throws IOException {
    if (channel instanceof FileChannel file) {
      long at = position;
      while (target.hasRemaining()) {
        at += checked(file.read(target, at));
      }
      return;
    }
    synchronized (this) {
      channel.position(position);
      while (target.hasRemaining()) {
        checked(channel.read(target));
      }
    }
  }

  private int checked(int count) {
    if (count < 0) {
      throw WeirException.dataLoss("%s was cut off while it was read", path);
    }
    return count;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw WeirException.ofIo("closing " + path, e);
    }
  }
}
