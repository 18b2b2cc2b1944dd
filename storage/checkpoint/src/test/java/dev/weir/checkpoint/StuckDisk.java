package dev.weir.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A disk on which nothing can be written until it is told to go on; it knows who has tried. */
final class StuckDisk extends Disk {
  private static final long LONGEST_SECONDS = 30;

  private final CountDownLatch goes = new CountDownLatch(1);
  private final Semaphore tries = new Semaphore(0);
  private final Set<String> writers = ConcurrentHashMap.newKeySet();

  /** Returns whether so many writes have begun, before long. */
  boolean awaitWrites(int count) throws InterruptedException {
    return tries.tryAcquire(count, LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  void goOn() {
    goes.countDown();
  }

  /** The names of the threads that have written. */
  Set<String> writers() {
    return writers;
  }

  @Override
  OutputFile create(Path file) throws IOException {
    OutputFile real = super.create(file);
    if (!String.valueOf(file.getFileName()).contains(".data-")) {
      return real;
    }
    return new OutputFile() {
      @Override
      public void write(ByteBuffer bytes, long position) throws IOException {
        writers.add(Thread.currentThread().getName());
        tries.release();
        try {
          if (!goes.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the disk was not told to go on");
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
        real.write(bytes, position);
      }

      @Override
      public void force() throws IOException {
        real.force();
      }

      @Override
      public void close() throws IOException {
        real.close();
      }
    };
  }
}
