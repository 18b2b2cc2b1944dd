package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.stream.StreamServer;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.RpcNetwork;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A task with a fake worker and a fake master, and a network that reaches it. */
public final class Loopback implements AutoCloseable {
  public static final Duration LIMIT = Duration.ofSeconds(20);

  public final FakeWorker fakeWorker = new FakeWorker();
  public final FakeMaster fakeMaster = new FakeMaster();
  public final GrpcTask task;
  public final @Nullable StreamServer streams;
  public final RpcNetwork network;
  public final String address;

  public Loopback() {
    this(GrpcOptions.DEFAULT);
  }

  public Loopback(GrpcOptions options) {
    this(options, StreamOptions.OFF);
  }

  /** A task that is called by streams, if those options say so. */
  public Loopback(GrpcOptions options, StreamOptions streamOptions) {
    streams =
        streamOptions.enabled()
            ? StreamServer.start(
                "localhost", fakeWorker, fakeMaster, streamOptions, options.security().token())
            : null;
    if (streams != null) {
      fakeWorker.devices = List.of(new DeviceInfo("d", "CPU", 1, 1, streams.address().describe()));
    }
    task = GrpcTask.start("localhost:0", fakeWorker, fakeMaster, Runnable::run, options);
    network = new HybridNetwork(options, streamOptions);
    address = "localhost:" + task.port();
  }

  /** Has the network find out that the task takes streams. */
  public Loopback connected() {
    done(worker().cleanupGraph(1, LIMIT));
    fakeWorker.asked.clear();
    assertThat(streams == null ? 1 : streams.connections()).as("connections").isPositive();
    return this;
  }

  /** The task dies. */
  public void kill() {
    if (streams != null) {
      streams.close();
    }
    task.close();
  }

  public WorkerPort worker() {
    return network.worker(address);
  }

  public MasterPort master() {
    return network.master(address);
  }

  public static <T extends @Nullable Object> T get(CompletableFuture<T> answer) {
    return answer.orTimeout(LIMIT.toSeconds() + 5, TimeUnit.SECONDS).join();
  }

  /** Waits for a call that gives nothing. */
  public static void done(CompletableFuture<@Nullable Void> answer) {
    answer.orTimeout(LIMIT.toSeconds() + 5, TimeUnit.SECONDS).join();
  }

  /** How a call fails. */
  public static WeirException failure(CompletableFuture<?> answer) {
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
    kill();
  }
}
