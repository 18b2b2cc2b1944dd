package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A membership that was written down: every task is where the description has it, whether it runs
 * or not, and nothing ever changes.
 */
public final class FixedMembership implements Membership {
  private final ClusterSpec cluster;

  /** The membership that a description makes. */
  public FixedMembership(ClusterSpec cluster) {
    this.cluster = cluster;
  }

  @Override
  public String description() {
    return cluster.toString();
  }

  @Override
  public List<TaskId> tasks() {
    return cluster.tasks();
  }

  @Override
  public Optional<Member> find(TaskId task) {
    return cluster.contains(task)
        ? Optional.of(new Member(task, reachable(task), Member.UNKNOWN_INCARNATION))
        : Optional.empty();
  }

  private String reachable(TaskId task) {
    return HostPort.parse(cluster.address(task)).reachable().toString();
  }

  @Override
  public Optional<String> described(TaskId task) {
    return cluster.contains(task) ? Optional.of(cluster.address(task)) : Optional.empty();
  }

  @Override
  public ClusterSpec await(Duration limit) {
    return cluster;
  }

  /** Refuses another address than the described one, since others look for the task there. */
  @Override
  public Lease register(Member member, Duration limit) {
    String described = cluster.address(member.task());
    if (!described.equals(member.address())) {
      throw WeirException.failedPrecondition(
          "%s is described at %s and cannot be at %s; change the description, or let the tasks"
              + " register in ZooKeeper",
          member.task().name(), described, member.address());
    }
    return new FixedLease(member);
  }

  @Override
  public Subscription listen(Listener listener) {
    return () -> {};
  }

  @Override
  public void close() {
    // holds nothing
  }

  private record FixedLease(Member member) implements Lease {
    @Override
    public CompletionStage<WeirException> lost() {
      return new CompletableFuture<>();
    }

    @Override
    public void close() {
      // there is nothing to notify
    }
  }
}
