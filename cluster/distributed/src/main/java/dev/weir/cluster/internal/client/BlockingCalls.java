package dev.weir.cluster.internal.client;

import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.Provenance;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.internal.execute.Stoppable;
import dev.weir.tensor.Tensor;
import dev.weir.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocking calls of a program to its master. Errors that come back name a node of the program's
 * graph; the line that built it is known only here, and added here.
 */
final class BlockingCalls {
  /** What a call may take longer than its limit says, so that the other side's error wins. */
  static final Duration SLACK = Duration.ofSeconds(2);

  /** What calls fail with because the session that they are of is closed. */
  private static final Set<ErrorCode> CLOSED = Set.of(ErrorCode.UNAVAILABLE, ErrorCode.ABORTED);

  private static final Logger LOG = LoggerFactory.getLogger(ClusterEngine.class);

  private final String target;
  private final Graph graph;
  private final MasterHeartbeat pulse;
  private volatile boolean closing;

  BlockingCalls(String target, Graph graph, MasterHeartbeat pulse) {
    this.target = target;
    this.graph = graph;
    this.pulse = pulse;
  }

  /** From now on a connection that is lost was closed on purpose. */
  void closing() {
    closing = true;
  }

  <T extends @Nullable Object> T await(String what, CompletableFuture<T> call, Duration limit) {
    return await(what, call, limit, null);
  }

  /** Waits for the answer to a call, at most for its limit; {@code cancellation} can end it. */
  <T extends @Nullable Object> T await(
      String what, CompletableFuture<T> call, Duration limit, @Nullable Cancellation cancellation) {
    RunningCall running = new RunningCall(what, call);
    Cancellation.Registration registration =
        cancellation == null ? null : cancellation.onCancel(running::cancel);
    try {
      return get(what, call, limit.plus(SLACK));
    } catch (CancellationException e) {
      WeirException cause = running.cause;
      throw cause == null ? RpcFailures.of(e) : cause;
    } catch (ExecutionException e) {
      throw failed(what, RpcFailures.of(e.getCause()));
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          what + " at " + target + ": no response within " + Durations.text(limit),
          e);
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw new WeirException(
          ErrorCode.CANCELLED, "the thread that waited for " + what + " was interrupted", e);
    } finally {
      if (registration != null) {
        registration.remove();
      }
    }
  }

  /**
   * When this session is closed, the network may be closed before the master's answer that the call
   * was cancelled is here, or the master may get the call after it has dropped the session.
   */
  private WeirException failed(String what, WeirException failure) {
    return closing && CLOSED.contains(failure.code())
        ? new WeirException(
            ErrorCode.CANCELLED, "the session was closed while " + what + " was in flight", failure)
        : located(failure);
  }

  /** Long waits are interrupted by questions whether the master is still there. */
  private <T extends @Nullable Object> T get(String what, CompletableFuture<T> call, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    Time time = Time.current();
    long end = time.nanoTime() + limit.toNanos();
    long period = pulse.period().toNanos();
    MasterHeartbeat.Beat beat = null;
    while (true) {
      long left = end - time.nanoTime();
      try {
        return time.await(call, Duration.ofNanos(Math.min(left, period)));
      } catch (TimeoutException e) {
        if (left <= period) {
          throw e;
        }
      }
      beat = beat == null ? pulse.start() : beat;
      if (beat.isLost()) {
        call.cancel(true);
        throw beat.lost(target, what);
      }
    }
  }

  /** Waits for a call whose failure is only logged. */
  void awaitQuietly(String what, CompletableFuture<?> call, Duration limit) {
    try {
      await(what, call, limit);
    } catch (WeirException e) {
      LOG.info("{} at {}: {}", what, target, e.summary());
    }
  }

  /** The error for the thread that waits, with the line that built the node that it names. */
  WeirException located(WeirException error) {
    String op = error.op();
    String node = error.node();
    Provenance line =
        op == null || node == null || error.builtAt() != null ? null : provenance(op, node);
    return (line == null ? error : error.withBuiltAt(line.toString())).rethrown();
  }

  /** Where a node of the graph or of one of its functions was built; null if it is ambiguous. */
  private @Nullable Provenance provenance(String op, String name) {
    List<Node> found =
        Stream.concat(Stream.of(graph), graph.functions().stream().map(GraphFunction::body))
            .map(where -> where.find(name))
            .filter(Objects::nonNull)
            .toList();
    if (found.size() > 1) {
      found = found.stream().filter(node -> node.op().signature().name().equals(op)).toList();
    }
    return found.size() == 1 ? found.get(0).provenance() : null;
  }

  static Tensor present(@Nullable Tensor value, Output fetch) {
    if (value == null) {
      throw WeirException.internal("the response of the master lacks %s", fetch.name());
    }
    return value;
  }

  /** A call under way. */
  private static final class RunningCall implements Stoppable {
    private final String what;
    private final CompletableFuture<?> call;
    private volatile @Nullable WeirException cause;

    RunningCall(String what, CompletableFuture<?> call) {
      this.what = what;
      this.call = call;
    }

    @Override
    public void abort(WeirException why) {
      cause = why;
      call.cancel(true);
    }

    @Override
    public String whereabouts() {
      return "it waited for the response to " + what;
    }
  }
}
