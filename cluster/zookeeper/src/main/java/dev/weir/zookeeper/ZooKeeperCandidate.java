package dev.weir.zookeeper;

import dev.weir.cluster.Candidate;
import dev.weir.error.WeirException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A candidate in an election: the process that creates the ephemeral node of the election is
 * elected until its session ends or it stands down. It stops being elected as soon as its
 * connection is lost, and is elected again if it finds its node when it is connected again. It
 * never deletes the node of another, nor one of its own earlier session, which goes with that
 * session.
 */
final class ZooKeeperCandidate implements Candidate {
  private static final Logger logger = LoggerFactory.getLogger(ZooKeeperCandidate.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final ZooKeeperClient client;
  private final MembershipThread thread;
  private final EphemeralNode node;
  private final Duration period;
  private final Consumer<ZooKeeperCandidate> onClose;

  /** Held while ZooKeeper is asked. */
  private final ReentrantLock requests = new ReentrantLock();

  /** Guards the fields below; never held while ZooKeeper is asked. */
  private final ReentrantLock state = new ReentrantLock();

  private boolean elected;
  private boolean closed;

  /** How often the connection was lost: what was read before a loss says nothing after it. */
  private long losses;

  private ZooKeeperClient.@Nullable Watch watch;

  /**
   * A candidate that does not stand yet.
   *
   * @param name tells it from other candidates in the same session
   * @param period how often it looks at the node, besides whenever that changes
   */
  ZooKeeperCandidate(
      ZooKeeperClient client,
      MembershipThread thread,
      String path,
      String name,
      Duration period,
      Consumer<ZooKeeperCandidate> onClose) {
    this.client = client;
    this.thread = thread;
    this.node = new EphemeralNode(client, path, name.getBytes(StandardCharsets.UTF_8));
    this.period = period;
    this.onClose = onClose;
  }

  void start() {
    watch =
        client.watch(
            node.path(),
            new ZooKeeperClient.Watcher() {
              @Override
              public void changed(String changed, Optional<byte[]> now) {
                checkSoon();
              }

              @Override
              public void initialized() {
                checkSoon();
              }
            });
    thread.execute(this::checkAgainAndAgain);
  }

  @Override
  public boolean isElected() {
    state.lock();
    try {
      return elected;
    } finally {
      state.unlock();
    }
  }

  /** The connection is lost: another may be elected before this one learns of it. */
  void disconnected() {
    state.lock();
    try {
      losses++;
      elected = false;
    } finally {
      state.unlock();
    }
  }

  /** Looks at the node on the membership's thread. */
  void checkSoon() {
    thread.execute(this::check);
  }

  /** A node that another creates and deletes before it was read causes no event. */
  private void checkAgainAndAgain() {
    if (!isClosed()) {
      thread.after(check() ? period : RETRY, this::checkAgainAndAgain);
    }
  }

  /** Whether ZooKeeper could be asked. */
  private boolean check() {
    requests.lock();
    try {
      long before = losses();
      decide(!isClosed() && take(), before);
      return true;
    } catch (WeirException e) {
      logger.warn(
          "election at {}: request failed, tried again soon: {}", node.path(), e.getMessage());
      return false;
    } finally {
      requests.unlock();
    }
  }

  private boolean take() {
    Optional<ZooKeeperClient.Node> found = node.read();
    if (found.isPresent()) {
      return node.isOwn(found.get());
    }
    return node.create() || node.read().filter(node::isOwn).isPresent();
  }

  private void decide(boolean isOwn, long lossesBefore) {
    state.lock();
    try {
      elected = isOwn && !closed && losses == lossesBefore;
    } finally {
      state.unlock();
    }
  }

  private long losses() {
    state.lock();
    try {
      return losses;
    } finally {
      state.unlock();
    }
  }

  private boolean isClosed() {
    state.lock();
    try {
      return closed;
    } finally {
      state.unlock();
    }
  }

  @Override
  public void close() {
    if (abandon()) {
      requests.lock();
      try {
        node.deleteOwn();
      } catch (WeirException e) {
        logger.warn(
            "election at {}: the node ends with its session: {}", node.path(), e.getMessage());
      } finally {
        requests.unlock();
      }
    }
  }

  /** Is not elected any more; the node is deleted with the session. Whether it stood until now. */
  boolean abandon() {
    state.lock();
    try {
      if (closed) {
        return false;
      }
      closed = true;
      elected = false;
    } finally {
      state.unlock();
    }
    onClose.accept(this);
    ZooKeeperClient.Watch started = watch;
    if (started != null) {
      started.close();
    }
    return true;
  }
}
