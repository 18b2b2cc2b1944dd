package dev.weir.cluster.internal.check;

import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Checks the state of all tasks of a cluster concurrently. */
public final class ClusterCheck {
  /** Grace period of a probe beyond its limit. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private final TaskProbe probe;
  private final Duration limit;

  /** A check that takes no longer than the limit, and very little more. */
  public ClusterCheck(TaskProbe probe, Duration limit) {
    this.probe = probe;
    this.limit = limit;
  }

  /** Asks every task the membership should have, where it has it. */
  public ClusterReport check(Membership membership) {
    List<TaskId> tasks = membership.tasks();
    List<Callable<TaskReport>> questions = new ArrayList<>();
    tasks.forEach(task -> questions.add(() -> ask(task, membership.find(task))));
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      List<Future<TaskReport>> answers =
          threads.invokeAll(questions, limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
      List<TaskReport> reports = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        reports.add(answer(tasks.get(i), membership, answers.get(i)));
      }
      return new ClusterReport(membership.description(), reports);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(
          ErrorCode.CANCELLED, "the check of " + membership.description() + " was interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private TaskReport ask(TaskId task, Optional<Member> member) {
    long start = System.nanoTime();
    Finding finding =
        member
            .map(found -> probe.probe(task, found.address(), limit))
            .orElseGet(
                () ->
                    Finding.of(
                        Health.NOT_STARTED, "it has not registered, or its lease has ended"));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new TaskReport(task, member.map(Member::address), finding, took);
  }

  private TaskReport answer(TaskId task, Membership membership, Future<TaskReport> answer)
      throws InterruptedException {
    try {
      return answer.get();
    } catch (CancellationException e) {
      return failed(task, membership, "the check took more than " + limit.toMillis() + " ms");
    } catch (ExecutionException e) {
      return failed(task, membership, "the check failed: " + e.getCause());
    }
  }

  private TaskReport failed(TaskId task, Membership membership, String detail) {
    Optional<String> address = membership.find(task).map(Member::address);
    return new TaskReport(task, address, Finding.of(Health.FAILED, detail), limit);
  }
}
