package dev.weir.cluster.internal.transport;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is read from files, and read again after they have changed. Whether they have is
 * looked at when the value is asked for, at most once per interval. What cannot be used keeps the
 * value that was read before, until the files change again; what cannot be read is tried again at
 * the next look. Both are logged once per change. Thread-safe.
 */
final class ReloadedFiles<T> {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadedFiles.class);

  private final Path[] files;
  private final Supplier<T> reader;
  private final long intervalNanos;
  private Optional<List<FileStamp>> stamps;
  private Optional<List<FileStamp>> refused = Optional.empty();
  private T value;
  private volatile long nextLookNanos;

  /** Reads the value for the first time, which may fail. */
  ReloadedFiles(Duration interval, Supplier<T> reader, Path... files) {
    this.files = files.clone();
    this.reader = reader;
    this.intervalNanos = interval.toNanos();
    this.stamps = FileStamp.of(files);
    this.value = reader.get();
    this.nextLookNanos = System.nanoTime() + intervalNanos;
  }

  /** The value of the files as they were at the last look. */
  synchronized T current() {
    long now = System.nanoTime();
    if (now - nextLookNanos >= 0) {
      nextLookNanos = now + intervalNanos;
      Optional<List<FileStamp>> seen = FileStamp.of(files);
      if (seen.isPresent() && !seen.equals(stamps)) {
        reload(seen);
      }
    }
    return value;
  }

  /** The stamps are from before reading: what changes meanwhile is seen at the next look. */
  private void reload(Optional<List<FileStamp>> seen) {
    List<Path> names = List.of(files);
    try {
      value = reader.get();
      stamps = seen;
      LOG.info("{} changed and were reloaded", names);
    } catch (WeirException e) {
      boolean isRetried = isUnreadable(e);
      if (!isRetried) {
        stamps = seen;
      }
      if (!seen.equals(refused)) {
        LOG.warn(
            "{} changed but cannot be loaded, keeping the previous values: {}{}",
            names,
            e.getMessage(),
            isRetried ? "; retrying" : "");
      }
      refused = seen;
    }
  }

  /**
   * Whether nothing is wrong with the files but that they cannot be read, which may be over soon:
   * this process has no file descriptor left, for example.
   */
  private static boolean isUnreadable(WeirException failure) {
    return failure.getCause() instanceof IOException e && !(e instanceof CharacterCodingException);
  }
}
