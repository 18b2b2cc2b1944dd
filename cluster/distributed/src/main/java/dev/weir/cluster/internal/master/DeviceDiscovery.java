package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.check.ClusterReport;
import dev.weir.cluster.internal.task.TaskPeers;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every task for its devices, those that do not answer again and again, until all have
 * answered or the time is up. Then the error has a line for each task, with what is wrong with it.
 */
final class DeviceDiscovery {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  private final Map<TaskId, List<RemoteDevice>> found = new LinkedHashMap<>();
  private final Map<TaskId, String> missing = new LinkedHashMap<>();
  private final TaskPeers peers;
  private final Scheduler scheduler;
  private final MasterOptions options;
  private final Duration limit;
  private final long endNanos;
  private final CompletableFuture<List<RemoteDevice>> answer = new CompletableFuture<>();
  private boolean isOver;

  private DeviceDiscovery(
      List<TaskId> tasks,
      TaskPeers peers,
      Scheduler scheduler,
      MasterOptions options,
      Duration limit) {
    this.peers = peers;
    this.scheduler = scheduler;
    this.options = options;
    this.limit = limit;
    this.endNanos = scheduler.nanoTime() + limit.toNanos();
    for (TaskId task : tasks) {
      found.put(task, List.of());
      missing.put(task, "no response");
    }
  }

  /**
   * The devices of all these tasks, in their order.
   *
   * @param limit how long the caller waits
   */
  static CompletableFuture<List<RemoteDevice>> of(
      List<TaskId> tasks,
      TaskPeers peers,
      Scheduler scheduler,
      MasterOptions options,
      Duration limit) {
    Duration start = options.timeouts().startTimeout();
    Duration spare =
        limit.minus(MasterTimeouts.EXAMINATION.multipliedBy(2)); // so that the answer arrives
    Duration most = spare.isPositive() ? spare : limit.dividedBy(2);
    Duration timeout = most.compareTo(start) < 0 ? most : start;
    DeviceDiscovery survey = new DeviceDiscovery(tasks, peers, scheduler, options, timeout);
    tasks.forEach(survey::ask);
    return survey.answer;
  }

  private void ask(TaskId task) {
    Duration left = Duration.ofNanos(Math.max(1, endNanos - scheduler.nanoTime()));
    Duration timeout = left.compareTo(MasterTimeouts.CALL) < 0 ? left : MasterTimeouts.CALL;
    Futures.whenDone(
        Futures.attempt(() -> peers.worker(task).status(timeout)),
        (devices, error) -> {
          if (devices != null) {
            answered(task, devices);
          } else {
            failed(task, RpcFailures.of(error));
          }
        });
  }

  private void answered(TaskId task, List<DeviceInfo> infos) {
    List<RemoteDevice> all = new ArrayList<>();
    try {
      List<RemoteDevice> devices = infos.stream().map(info -> RemoteDevice.of(task, info)).toList();
      synchronized (this) {
        found.put(task, devices);
        missing.remove(task);
        if (!missing.isEmpty()) {
          return;
        }
        found.values().forEach(all::addAll);
      }
    } catch (WeirException e) {
      failed(task, e);
      return;
    }
    answer.complete(all);
  }

  private void failed(TaskId task, WeirException error) {
    ErrorCode verdict = null;
    synchronized (this) {
      missing.put(task, error.code() + ": " + error.getMessage());
      boolean isFinal =
          error.code() != ErrorCode.UNAVAILABLE && error.code() != ErrorCode.DEADLINE_EXCEEDED;
      if (isFinal) {
        verdict = error.code();
      } else if (scheduler.nanoTime() - endNanos >= 0) {
        verdict = ErrorCode.UNAVAILABLE;
      }
      if (verdict != null && isOver) {
        return;
      }
      isOver |= verdict != null;
    }
    if (verdict != null) {
      giveUp(verdict, task + ": " + error.summary());
    } else if (!answer.isDone()) {
      scheduler.after(MasterTimeouts.RETRY, () -> ask(task));
    }
  }

  /**
   * Looking closer may take a while, so it is done aside.
   *
   * @param because what the first line says, which must do for a log
   */
  private void giveUp(ErrorCode code, String because) {
    try {
      scheduler.execute(() -> answer.completeExceptionally(incomplete(code, because)));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(RpcFailures.of(e));
    }
  }

  private WeirException incomplete(ErrorCode code, String because) {
    return new WeirException(
        code,
        "the cluster is incomplete after "
            + limit.toSeconds()
            + " s at most; "
            + because
            + "\n"
            + everyTask());
  }

  /** The table of all tasks, as {@code weir cluster diagnosis} shows it. */
  private String everyTask() {
    MasterOptions.Diagnosis diagnosis = options.diagnosis();
    if (diagnosis == null) {
      return missingTasks();
    }
    try {
      ClusterReport report = diagnosis.examine(MasterTimeouts.EXAMINATION);
      String table = report.table().stripTrailing();
      return report.isGood() ? missingTasks() + "\nand now:\n" + table : table;
    } catch (RuntimeException | Error e) {
      LOG.warn("missing tasks could not be diagnosed: {}", e.toString());
      return missingTasks();
    }
  }

  private synchronized String missingTasks() {
    StringBuilder text = new StringBuilder("of ");
    text.append(found.size())
        .append(found.size() == 1 ? " task" : " tasks")
        .append(" these are missing:");
    missing.forEach((task, why) -> text.append("\n  ").append(task).append("  ").append(why));
    return text.toString();
  }
}
