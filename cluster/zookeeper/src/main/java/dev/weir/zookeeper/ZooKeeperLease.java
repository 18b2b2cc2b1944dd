package dev.weir.zookeeper;

import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.time.Time;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's node, which lives as long as the session that created it. A caller that finds it missing
 * calls {@link #renew}.
 */
final class ZooKeeperLease implements Lease {
  private static final Logger logger = LoggerFactory.getLogger(ZooKeeperLease.class);
  private static final int MOST_ATTEMPTS = 50;

  private final EphemeralNode node;
  private final Member member;
  private final boolean isListening;
  private final Consumer<ZooKeeperLease> onClose;
  private final CompletableFuture<WeirException> lost = new CompletableFuture<>();
  private final Time time = Time.current();
  private final ReentrantLock lock = new ReentrantLock();
  private boolean closed;
  private boolean taken;

  /**
   * A lease that is not taken yet.
   *
   * @param isListening whether the task listens at the member's address itself
   */
  ZooKeeperLease(
      ZooKeeperClient client,
      String path,
      Member member,
      boolean isListening,
      Consumer<ZooKeeperLease> onClose) {
    this.node = new EphemeralNode(client, path, MemberNodes.write(member));
    this.member = member;
    this.isListening = isListening;
    this.onClose = onClose;
  }

  @Override
  public Member member() {
    return member;
  }

  @Override
  public CompletionStage<WeirException> lost() {
    return lost;
  }

  /**
   * Creates the node if it is not there. One of the same address is replaced if this task listens
   * at it: then the process that was there before is gone and only its session is not.
   *
   * @return who holds the place instead; empty if it is this one
   */
  Optional<Member> take() {
    lock.lock();
    try {
      for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        if (node.create()) {
          return Optional.empty();
        }
        Optional<ZooKeeperClient.Node> found = node.read();
        if (found.isPresent() && node.isOwn(found.get())) {
          return Optional.empty();
        }
        Optional<Member> holder = found.flatMap(this::holder);
        if (holder.isPresent() && !isPredecessor(holder.get())) {
          return holder;
        }
        found.ifPresent(node::delete);
      }
      throw changedHands();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Creates the node again if it is gone, unless another incarnation has the place now: then the
   * lease is lost. It never deletes the node of another, nor one of its own earlier session, which
   * says what a new one would say and goes with that session: between reading a node and deleting
   * it another incarnation may have taken the place, and a version does not tell one from the
   * other.
   *
   * @return whether the node is there in the current session, or the lease has ended; else it is to
   *     be checked again soon
   */
  boolean renew() {
    lock.lock();
    try {
      for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        if (closed || taken) {
          return true;
        }
        Optional<ZooKeeperClient.Node> found = node.read();
        if (found.isPresent() && node.isOwn(found.get())) {
          return true;
        }
        Optional<Member> holder = found.flatMap(this::holder);
        if (holder.isPresent()) {
          holder.filter(other -> !isSame(other)).ifPresent(this::lose);
          return taken;
        }
        if (found.isPresent()) {
          node.delete(found.get()); // it is no member's
        } else if (node.create()) {
          logger.info("{} at {} has its lease again", member.task(), member.address());
          return false;
        }
      }
      throw changedHands();
    } finally {
      lock.unlock();
    }
  }

  private WeirException changedHands() {
    return new WeirException(
        ErrorCode.ABORTED,
        "%s changed hands %s times while %s wanted to register there"
            .formatted(node.path(), MOST_ATTEMPTS, member.address()));
  }

  private Optional<Member> holder(ZooKeeperClient.Node found) {
    return MemberNodes.read(member.task(), found.data());
  }

  /** Whether it is this one in an earlier session, or one that was where this one starts. */
  private boolean isPredecessor(Member other) {
    return isSame(other) || (isListening && other.address().equals(member.address()));
  }

  private boolean isSame(Member other) {
    return other.incarnation() == member.incarnation();
  }

  private void lose(Member holder) {
    WeirException reason =
        new WeirException(
            ErrorCode.ABORTED,
            "%s at %s has lost its lease: another one runs at %s; this one must stop"
                .formatted(member.task().name(), member.address(), holder.address()));
    taken = true;
    logger.warn(reason.getMessage()); // the owner of the lease decides what that means
    time.start("weir-lease-lost", () -> lost.complete(reason)); // listeners may take their time
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      abandon();
      node.deleteOwn();
    } catch (WeirException e) {
      logger.warn("{}: the lease ends with its session: {}", member.task(), e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  /** Stops renewing; the node is deleted with the session. */
  void abandon() {
    lock.lock();
    try {
      closed = true;
      onClose.accept(this);
    } finally {
      lock.unlock();
    }
  }
}
