package dev.weir.cluster.internal.check;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Resolves host names in bounded time, which the JDK's own way does not promise. */
public final class NameService {
  private NameService() {}

  /** A name that has no address, or none in time. */
  public static final class UnresolvedException extends Exception {
    private static final long serialVersionUID = 1L;

    UnresolvedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** All addresses of a host, within the limit. */
  public static List<InetAddress> resolve(String host, Duration limit) throws UnresolvedException {
    return resolve(host, new RemainingTime(limit));
  }

  /** The thread may outlive this call by as long as the system's own limit is. */
  static List<InetAddress> resolve(String host, RemainingTime countdown)
      throws UnresolvedException {
    FutureTask<List<InetAddress>> task =
        new FutureTask<>(() -> List.of(InetAddress.getAllByName(host)));
    Thread.ofPlatform().daemon().name("weir-resolve").start(task);
    try {
      return task.get(countdown.millisLeft(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      String reason = e.getCause() instanceof UnknownHostException ? "" : ": " + e.getCause();
      throw new UnresolvedException(
          "unknown host \""
              + host
              + "\""
              + reason
              + " (is the name correct, and in DNS or /etc/hosts?)",
          e);
    } catch (TimeoutException e) {
      throw new UnresolvedException(
          "name resolution timed out for \"" + host + "\" within " + countdown, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnresolvedException("looking for \"" + host + "\" was interrupted", e);
    }
  }
}
