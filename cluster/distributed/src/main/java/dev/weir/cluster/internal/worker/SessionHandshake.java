package dev.weir.cluster.internal.worker;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that a master and a worker belong to the same cluster: the master must have this task's
 * name right, and must be the process that this task finds under the master's name. A master that
 * cannot be reached from here is accepted.
 *
 * <p>Another process under that name means, where tasks register, that the master was replaced and
 * does not know it yet: {@code ABORTED}, so that clients open a session with its successor. Where
 * addresses are fixed it means that the descriptions differ: {@code FAILED_PRECONDITION}, which a
 * retry does not change.
 */
final class SessionHandshake {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final TaskContext context;

  SessionHandshake(TaskContext context) {
    this.context = context;
  }

  /**
   * Fails if they do not.
   *
   * @return whether the master has confirmed that it runs, in the incarnation of the request; false
   *     if it could not be asked
   */
  CompletableFuture<Boolean> check(CreateWorkerSession request) {
    TaskId self = context.self();
    if (request.session().isEmpty()) {
      return refused(WeirException.invalidArgument("a session needs a handle"));
    }
    if (request.cluster() != null) {
      return refused(
          WeirException.unimplemented(
              "%s has its cluster from its own flags; a client cannot describe another one", self));
    }
    if (!request.self().equals(self)) {
      return refused(
          WeirException.failedPrecondition(
              "this is %s, but the master %s takes it for %s: the two know different clusters",
              self, request.masterTask(), request.self()));
    }
    return request.masterTask().isEmpty()
        ? CompletableFuture.completedFuture(false)
        : meet(request);
  }

  private CompletableFuture<Boolean> meet(CreateWorkerSession request) {
    try {
      TaskId master = TaskId.parse(request.masterTask());
      if (master.equals(context.self())) {
        return CompletableFuture.completedFuture(false);
      }
      return context
          .peers()
          .worker(master)
          .status(LIMIT)
          .handle((devices, error) -> isConfirmed(request, devices));
    } catch (WeirException e) {
      if (e.code() == ErrorCode.UNAVAILABLE) { // it has no address at the moment
        return CompletableFuture.completedFuture(false);
      }
      return refused(
          WeirException.failedPrecondition(
              "%s does not know the master %s, which wants to use it: the two are of different"
                  + " clusters, or were started with different descriptions of it (%s)",
              context.self(), request.masterTask(), String.valueOf(e.getMessage())));
    }
  }

  private boolean isConfirmed(CreateWorkerSession request, @Nullable List<DeviceInfo> devices) {
    if (devices == null || devices.isEmpty()) {
      return false; // no other task can be mistaken for it
    }
    boolean isKnown =
        devices.stream().anyMatch(device -> device.incarnation() == request.masterIncarnation());
    if (!isKnown) {
      WeirException error = isAnother(request);
      LOG.warn("a session was refused: {}", error.getMessage());
      throw error;
    }
    return true;
  }

  private WeirException isAnother(CreateWorkerSession request) {
    return context.isRegistered()
        ? new WeirException(
            ErrorCode.ABORTED,
            "the master "
                + request.masterTask()
                + " was replaced: another process is registered under its name")
        : WeirException.failedPrecondition(
            "the master that wants to use %s calls itself %s, but the one %s finds under that"
                + " name is another: the two are of different clusters",
            context.self(), request.masterTask(), context.self());
  }

  private static CompletableFuture<Boolean> refused(WeirException error) {
    LOG.warn("a session was refused: {}", error.getMessage());
    return CompletableFuture.failedFuture(error);
  }
}
