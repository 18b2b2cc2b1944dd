package dev.weir.cli.cluster;

import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** What all tasks of a cluster are doing at a moment. */
record ClusterPicture(String cluster, List<TaskPicture> tasks) {
  private static final Duration GRACE = Duration.ofMillis(500);

  /** Asks all tasks at once, and waits for their answers no longer than the limit. */
  static ClusterPicture take(Membership membership, GrpcNetwork network, Duration limit) {
    List<CompletableFuture<TaskPicture>> questions = new ArrayList<>();
    for (TaskId task : membership.tasks()) {
      questions.add(ask(task, membership.find(task), network, limit));
    }
    List<TaskPicture> pictures = questions.stream().map(CompletableFuture::join).toList();
    return new ClusterPicture(membership.description(), pictures);
  }

  private static CompletableFuture<TaskPicture> ask(
      TaskId task, Optional<Member> member, GrpcNetwork network, Duration limit) {
    Optional<String> address = member.map(Member::address);
    if (address.isEmpty()) {
      return CompletableFuture.completedFuture(
          lost(task, address, "it has not registered, or its lease has ended"));
    }
    CompletableFuture<List<DeviceInfo>> devices = network.worker(address.get()).status(limit);
    CompletableFuture<Optional<TaskStatus>> status =
        network.taskStatus(address.get(), limit).handle((known, error) -> known(known, error));
    long millis = limit.plus(GRACE).toMillis();
    return devices
        .thenCombine(
            status,
            (found, known) ->
                new TaskPicture(task, address, found, known, Optional.empty(), System.nanoTime()))
        .orTimeout(millis, TimeUnit.MILLISECONDS)
        .exceptionally(error -> lost(task, address, reason(error, limit)));
  }

  private static Optional<TaskStatus> known(TaskStatus status, Throwable error) {
    if (error == null) {
      return Optional.of(status);
    }
    if (unwrapped(error) instanceof WeirException failure
        && failure.code() == ErrorCode.UNIMPLEMENTED) {
      return Optional.empty(); // a task of TensorFlow's
    }
    throw new CompletionException(unwrapped(error));
  }

  private static TaskPicture lost(TaskId task, Optional<String> address, String why) {
    return new TaskPicture(
        task, address, List.of(), Optional.empty(), Optional.of(why), System.nanoTime());
  }

  private static String reason(Throwable error, Duration limit) {
    return unwrapped(error) instanceof WeirException failure
        ? failure.code() + ": " + failure.summary()
        : "no answer within " + limit.toSeconds() + " s";
  }

  private static Throwable unwrapped(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  Optional<TaskPicture> of(TaskId task) {
    return tasks.stream().filter(picture -> picture.task().equals(task)).findFirst();
  }

  boolean isGood() {
    return tasks.stream().allMatch(task -> task.error().isEmpty());
  }
}
