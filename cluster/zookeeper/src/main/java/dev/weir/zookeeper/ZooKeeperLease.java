package dev.weir.zookeeper;

import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's node, which lives as long as the session that made it. Whoever finds it missing calls
 * {@link #take} again.
 */
final class ZooKeeperLease implements Lease {
  private static final Logger logger = LoggerFactory.getLogger(ZooKeeperLease.class);
  private static final int MOST_ATTEMPTS = 50;

  private final Nodes nodes;
  private final String path;
  private final Member member;
  private final boolean isListening;
  private final Consumer<ZooKeeperLease> onClose;
  private final CompletableFuture<WeirException> lost = new CompletableFuture<>();
  private boolean closed;
  private boolean taken;

  /**
   * A lease that is not taken yet.
   *
   * @param isListening whether the task listens at the member's address itself
   */
  ZooKeeperLease(
      Nodes nodes,
      String path,
      Member member,
      boolean isListening,
      Consumer<ZooKeeperLease> onClose) {
    this.nodes = nodes;
    this.path = path;
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
   * Makes the node, if it is not there. One of the same address is replaced if this task listens at
   * it: then whoever was there before is gone and only its session is not.
   *
   * @return who holds the place instead; empty if it is this one
   */
  synchronized Optional<Member> take() {
    return take(true);
  }

  /** The same; who only renews never replaces another: that one has come later, and stays. */
  private Optional<Member> take(boolean replaces) {
    byte[] data = MemberNodes.write(member);
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (nodes.create(path, data, CreateMode.EPHEMERAL)) {
        return Optional.empty();
      }
      Optional<Nodes.Node> found = nodes.read(path);
      if (found.isPresent() && isOurs(found.get())) {
        return Optional.empty();
      }
      Optional<Member> holder = found.flatMap(node -> MemberNodes.read(member.task(), node.data()));
      if (holder.isPresent() && !isPredecessor(holder.get(), replaces)) {
        return holder;
      }
      found.ifPresent(node -> nodes.delete(path, node.version()));
    }
    throw new WeirException(
        ErrorCode.ABORTED,
        "%s changed hands %s times while %s wanted to register there"
            .formatted(path, MOST_ATTEMPTS, member.address()));
  }

  /** Takes the place again after the node was found missing, unless somebody else has it now. */
  synchronized void retake() {
    if (closed || taken) {
      return;
    }
    Optional<Nodes.Node> found = nodes.read(path);
    if (found.isPresent() && isOurs(found.get())) {
      return;
    }
    Optional<Member> other =
        found
            .flatMap(node -> MemberNodes.read(member.task(), node.data()))
            .filter(holder -> holder.incarnation() != member.incarnation())
            .or(() -> take(false));
    other.ifPresentOrElse(
        this::lose,
        () -> logger.info("{} at {} has its lease again", member.task(), member.address()));
  }

  /** Whether it is this one in an earlier session, or one that was where this one starts. */
  private boolean isPredecessor(Member other, boolean starts) {
    return other.incarnation() == member.incarnation()
        || (starts && isListening && other.address().equals(member.address()));
  }

  private boolean isOurs(Nodes.Node node) {
    return Arrays.equals(node.data(), MemberNodes.write(member))
        && node.session() == nodes.session();
  }

  private void lose(Member holder) {
    WeirException reason =
        new WeirException(
            ErrorCode.ABORTED,
            "%s at %s has lost its lease: another one runs at %s; this one must stop"
                .formatted(member.task().name(), member.address(), holder.address()));
    taken = true;
    logger.error(reason.getMessage());
    lost.completeAsync(() -> reason);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    abandon();
    try {
      nodes.read(path).filter(this::isOurs).ifPresent(node -> nodes.delete(path, node.version()));
    } catch (WeirException e) {
      logger.warn("{}: the lease ends with its session: {}", member.task(), e.getMessage());
    }
  }

  /** Stops to renew; the node goes with the session. */
  synchronized void abandon() {
    closed = true;
    onClose.accept(this);
  }
}
