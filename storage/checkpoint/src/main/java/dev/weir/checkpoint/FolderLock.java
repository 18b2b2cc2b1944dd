package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.time.Time;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one owner at a time look at the claim of a series and act on it: a lock of this process and,
 * where the file system has locks, one that other processes see. The operating system gives up the
 * lock of a process that dies. A lock that is held for too long, as by a process that was stopped,
 * is passed over with a warning: its holder finds out from the claim, which it looks at before each
 * change.
 */
final class FolderLock {
  private static final Logger LOG = LoggerFactory.getLogger(FolderLock.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private static final Map<Key, Holder> HOLDERS = new ConcurrentHashMap<>();

  /** A file, and the process that uses it: simulated processes share a JVM, not their time. */
  private record Key(Time process, Path file) {}

  /** The thread of a process that has the lock. */
  private static final class Holder {
    final Thread thread = Thread.currentThread();
    final CompletableFuture<@Nullable Void> isDone = new CompletableFuture<>();
  }

  private final Path file;
  private final Disk disk;
  private final AtomicBoolean isWarned = new AtomicBoolean();

  FolderLock(Path file, Disk disk) {
    this.file = file;
    this.disk = disk;
  }

  /** Does something while no other owner does. */
  void hold(Gate.Passage action) throws IOException {
    Key key = new Key(Time.current(), file.toAbsolutePath().normalize());
    Holder self = new Holder();
    Holder other = HOLDERS.putIfAbsent(key, self);
    if (other != null && other.thread.equals(self.thread)) {
      action.pass();
      return;
    }
    long end = Time.current().nanoTime() + LONGEST_WAIT.toNanos();
    try {
      if (other != null) {
        awaitTurn(key, self, end);
      }
      holdFile(action, end);
    } finally {
      HOLDERS.remove(key, self);
      self.isDone.complete(null);
    }
  }

  /** Waits until this thread is the one of its process, or until the time is up. */
  private void awaitTurn(Key key, Holder self, long end) {
    Holder other = HOLDERS.putIfAbsent(key, self);
    while (other != null) {
      Duration left = Duration.ofNanos(end - Time.current().nanoTime());
      try {
        Time.current().await(other.isDone, left);
      } catch (TimeoutException e) {
        LOG.warn(
            "{} is locked for {} by {}; going on without it", file, LONGEST_WAIT, other.thread);
        return;
      } catch (InterruptedException | ExecutionException e) {
        throw interrupted(e);
      }
      other = HOLDERS.putIfAbsent(key, self);
    }
  }

  private void holdFile(Gate.Passage action, long end) throws IOException {
    disk.createFolders(FileNames.folder(file));
    try (FileChannel channel = open()) {
      FileLock lock = channel == null ? null : locked(channel, end);
      try {
        action.pass();
      } finally {
        if (lock != null) {
          lock.release();
        }
      }
    }
  }

  private WeirException interrupted(Exception cause) {
    Thread.currentThread().interrupt();
    return new WeirException(ErrorCode.CANCELLED, "interrupted while waiting for " + file, cause);
  }

  /** Null where files cannot be locked. A file that cannot be opened is a failure. */
  private @Nullable FileChannel open() throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (UnsupportedOperationException e) {
      warn(e);
      return null;
    }
  }

  private void warn(Exception cause) {
    if (isWarned.compareAndSet(false, true)) {
      LOG.warn(
          "{} cannot be locked ({}): the claim alone keeps two processes from saving at once; a"
              + " process that is stopped at the wrong moment can still rename or delete one file",
          file,
          cause.toString());
    }
  }

  /** Null if the file system has no locks, or another process keeps this one for too long. */
  private @Nullable FileLock locked(FileChannel channel, long end) {
    try {
      do {
        FileLock lock = tryLock(channel);
        if (lock != null) {
          return lock;
        }
        Time.current().sleep(PAUSE);
      } while (Time.current().nanoTime() - end < 0);
    } catch (InterruptedException | ClosedByInterruptException e) {
      throw interrupted(e);
    } catch (IOException | UnsupportedOperationException e) {
      warn(e); // the file is open: there is nothing wrong but that it cannot be locked
      return null;
    }
    LOG.warn("{} is locked for {} by another process; going on without it", file, LONGEST_WAIT);
    return null;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // by another class loader of this process
    }
  }
}
