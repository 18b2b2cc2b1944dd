package dev.weir.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A disk on which something goes wrong at the n-th thing done to it. Either the machine stops
 * there, and nothing more is done, not even tidying up; or one thing fails and the rest works. Half
 * of what is being written then still gets there.
 */
final class FaultyDisk extends Disk {
  private final int fault;
  private final boolean isCrash;
  private final String message;
  private int done;

  private FaultyDisk(int fault, boolean isCrash, String message) {
    this.fault = fault;
    this.isCrash = isCrash;
    this.message = message;
  }

  static FaultyDisk crashingAt(int fault) {
    return new FaultyDisk(fault, true, "the machine stopped");
  }

  static FaultyDisk fullAt(int fault) {
    return new FaultyDisk(fault, false, "No space left on device");
  }

  /** How many things were done. */
  int done() {
    return done;
  }

  private synchronized boolean fails() {
    int now = done++;
    return now == fault || isCrash && now > fault;
  }

  private void step() throws IOException {
    if (fails()) {
      throw new IOException(message);
    }
  }

  @Override
  OutputFile create(Path file) throws IOException {
    step();
    OutputFile real = super.create(file);
    return new OutputFile() {
      @Override
      public void write(ByteBuffer bytes, long position) throws IOException {
        if (fails()) {
          if (done == fault + 1) {
            real.write(bytes.slice(bytes.position(), bytes.remaining() / 2), position);
          }
          throw new IOException(message);
        }
        real.write(bytes, position);
      }

      @Override
      public void force() throws IOException {
        step();
        real.force();
      }

      @Override
      public void close() throws IOException {
        real.close();
      }
    };
  }

  @Override
  void move(Path from, Path to) throws IOException {
    step();
    super.move(from, to);
  }

  @Override
  void delete(Path file) throws IOException {
    if (isCrash) {
      step();
    }
    super.delete(file);
  }

  @Override
  void forceFolder(Path folder) throws IOException {
    step();
    super.forceFolder(folder);
  }
}
