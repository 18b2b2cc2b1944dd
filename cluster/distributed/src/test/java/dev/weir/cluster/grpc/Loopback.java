package dev.weir.cluster.grpc;

import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task with a fake worker and a fake master, and a network that reaches it. */
final class Loopback implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(20);

  final FakeWorker fakeWorker = new FakeWorker();
  final FakeMaster fakeMaster = new FakeMaster();
  final GrpcTask task;
  final GrpcNetwork network;
  final String address;

  Loopback() {
    this(GrpcOptions.DEFAULT);
  }

  Loopback(GrpcOptions options) {
    task = GrpcTask.start("localhost:0", fakeWorker, fakeMaster, Runnable::run, options);
    network = new GrpcNetwork(options);
    address = "localhost:" + task.port();
  }

  WorkerPort worker() {
    return network.worker(address);
  }

  MasterPort master() {
    return network.master(address);
  }

  static <T extends @Nullable Object> T get(CompletableFuture<T> answer) {
    return answer.orTimeout(LIMIT.toSeconds() + 5, TimeUnit.SECONDS).join();
  }

  /** Waits for a call that gives nothing. */
  static void done(CompletableFuture<@Nullable Void> answer) {
    answer.orTimeout(LIMIT.toSeconds() + 5, TimeUnit.SECONDS).join();
  }

  /** How a call fails. */
  static WeirException failure(CompletableFuture<?> answer) {
    try {
      Object value = get(answer);
      throw new AssertionError("the call succeeded: " + value);
    } catch (CompletionException e) {
      if (e.getCause() instanceof WeirException failure) {
        return failure;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    network.close();
    task.close();
  }
}
