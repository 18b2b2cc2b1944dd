package dev.weir.cluster.internal.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in the log whom a task refuses, and why. Who comes again and again for the same reason is
 * named once a minute, with how often it came, so that nobody can flood the log. Thread-safe.
 */
public final class RefusalLog {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int REMEMBERED = 1_000;

  /** Who is refused, whatever its port, and why. */
  private record Case(String host, String why) {}

  /** When a case was last told, and how often it came since. */
  private static final class Told {
    final long nanos;
    int since;

    Told(long nanos) {
      this.nanos = nanos;
    }
  }

  private final LongSupplier nanoTime;
  private final Map<Case, Told> told =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Case, Told> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Nobody has been refused yet. */
  public RefusalLog() {
    this(System::nanoTime);
  }

  RefusalLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Notes that somebody was refused.
   *
   * @param what that came from there, with an article if it needs one
   * @param why the reason; what follows a semicolon is detail, with which it is still the same
   */
  public void add(String what, @Nullable SocketAddress from, String why) {
    String reason = why.lines().findFirst().orElse("");
    int before = timesSinceTold(new Case(host(from), reason.split(";", 2)[0]));
    if (before == 0) {
      LOG.warn("{} from {} refused: {}", what, from, reason);
    } else if (before > 0) {
      LOG.warn("{} from {} refused: {} (and {} times before)", what, from, reason, before);
    }
  }

  /** How often it has come since it was told; negative if it was told just now. */
  private synchronized int timesSinceTold(Case refused) {
    long now = nanoTime.getAsLong();
    Told last = told.get(refused);
    if (last != null && now - last.nanos < PAUSE.toNanos()) {
      last.since++;
      return -1;
    }
    told.remove(refused); // so that it becomes the youngest
    told.put(refused, new Told(now));
    return last == null ? 0 : last.since;
  }

  private static String host(@Nullable SocketAddress from) {
    return from instanceof InetSocketAddress address
        ? address.getHostString()
        : String.valueOf(from);
  }
}
