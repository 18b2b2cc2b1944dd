package dev.weir.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a task finds the others and says where it is itself. Which tasks there are is settled when
 * the membership is opened; where they are may change while it is open, if it comes from a place
 * where tasks register. May be used by several threads.
 *
 * @see Memberships#open
 */
public interface Membership extends AutoCloseable {
  /** Where this membership comes from, for messages: {@code zk://host:2181/weir/digits}. */
  String description();

  /** The tasks the cluster should have, whether they run or not, by job and index. */
  List<TaskId> tasks();

  /** Where a task is at the moment; empty if it has not registered, or its lease has ended. */
  Optional<Member> find(TaskId task);

  /**
   * The address that the membership itself has for a task, whatever the task binds; empty where
   * tasks register the address at which they are found.
   */
  default Optional<String> described(TaskId task) {
    return Optional.empty();
  }

  /**
   * Waits until all tasks have registered. After {@code limit} it fails with {@code
   * DEADLINE_EXCEEDED} and names those that are missing.
   */
  ClusterSpec await(Duration limit);

  /**
   * Says where others find a task. To be called when it listens, and before others are to find it.
   * If another incarnation of the same task holds a lease, this waits for its end, at most {@code
   * limit}, and then fails with {@code ALREADY_EXISTS} and the holder's address.
   */
  Lease register(Member member, Duration limit);

  /**
   * Registers where others find a task.
   *
   * @param isListening whether the task itself listens on the address, so that no other incarnation
   *     can be there. Behind a service name or a port mapping it does not: another incarnation with
   *     the same address may still run, and the end of its lease is awaited
   */
  default Lease register(Member member, boolean isListening, Duration limit) {
    return register(member, limit);
  }

  /**
   * Has changes reported from now on, one at a time, on a thread of the membership's. The listener
   * must not wait for long: the next change waits for it.
   */
  Subscription listen(Listener listener);

  /**
   * Enters a task into the election among the tasks of its job; empty where there is no election,
   * as with a fixed description.
   */
  default Optional<Candidate> stand(TaskId task) {
    return Optional.empty();
  }

  /** Gives up all leases taken here, and stops reporting. Doing it twice does nothing. */
  @Override
  void close();

  /** Notified of the addresses of tasks. */
  @FunctionalInterface
  interface Listener {
    /** A task has appeared, moved or started anew; or it is gone, and {@code now} is empty. */
    void changed(TaskId task, Optional<Member> now);
  }

  /** A registration of a listener, which {@link #close} ends. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
