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
 * Logs which peers a task refuses, and why. Repeated refusals of a peer for one reason are logged
 * once a minute with their count, so that peers cannot flood the log. Thread-safe.
 */
public final class RefusalLog {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final int REMEMBERED = 1_000;

  /** A peer, regardless of its port, and a reason. */
  private record Case(String host, String why) {}

  /** When a case was last logged, and how often it occurred since. */
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

  /** An empty log. */
  public RefusalLog() {
    this(System::nanoTime);
  }

  RefusalLog(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Records a refusal.
   *
   * @param what was refused, with an article if it needs one
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

  /** How often it occurred since it was logged; negative if it was logged just now. */
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
