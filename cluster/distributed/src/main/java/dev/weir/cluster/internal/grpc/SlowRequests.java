package dev.weir.cluster.internal.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads for requests that may take long to read: those with graphs, and compressed ones. The
 * threads of the network answer all others meanwhile, above all whether this task is alive. There
 * are few, so that few large messages are on the heap at a time.
 */
final class SlowRequests implements ServerCallExecutorSupplier, AutoCloseable {
  private static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);
  private static final String PLAIN = "identity";
  private static final int THREADS = 2;
  private static final long IDLE_SECONDS = 30;

  private final Set<String> methods;
  private final ThreadPoolExecutor threads;

  /**
   * Threads that are started when they are needed.
   *
   * @param methods the full names of those whose requests have graphs
   */
  SlowRequests(Set<String> methods) {
    this.methods = Set.copyOf(methods);
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("weir-task-requests", true));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Null leaves a call to the thread that reads its connection. */
  @Override
  public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata headers) {
    String encoding = headers.get(ENCODING);
    boolean isCompressed = encoding != null && !encoding.equals(PLAIN);
    return isCompressed || methods.contains(call.getMethodDescriptor().getFullMethodName())
        ? threads
        : null;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
