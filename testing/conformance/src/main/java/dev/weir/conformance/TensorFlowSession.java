package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_CloseSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteSessionOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewSessionOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SessionRun;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SetConfig;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SetTarget;

import dev.weir.error.WeirException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.bytedeco.javacpp.BytePointer;
import org.jspecify.annotations.Nullable;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_Session;
import org.tensorflow.internal.c_api.TF_SessionOptions;
import org.tensorflow.internal.c_api.TF_Status;

/** A session of TensorFlow's over a graph. Steps may run at the same time. */
final class TensorFlowSession implements AutoCloseable {
  private static final @Nullable TF_Buffer NO_RUN_OPTIONS = null;
  private static final @Nullable TF_Buffer NO_RUN_METADATA = null;

  private final TF_Session session;
  // A step holds it for reading; the native session goes only when no step is left.
  private final ReadWriteLock steps = new ReentrantReadWriteLock();
  private volatile boolean closed;

  TensorFlowSession(TensorFlowGraph graph, SessionSettings settings) {
    this(graph, settings, settings.target().isEmpty());
  }

  /** A session with threads of its own, or with those of the process. */
  TensorFlowSession(TensorFlowGraph graph, SessionSettings settings, boolean ownThreads) {
    TF_SessionOptions options = options(settings, ownThreads);
    try (NativeStatus status = new NativeStatus()) {
      session = TF_NewSession(graph.handle(), options, status.handle());
      status.check(OracleRefusal.Phase.RUN);
    } finally {
      TF_DeleteSessionOptions(options);
    }
  }

  /** For the caller to delete. */
  static TF_SessionOptions options(SessionSettings settings, boolean ownThreads) {
    byte[] config = settings.serialized(ownThreads);
    TF_SessionOptions options = TF_NewSessionOptions();
    try (NativeStatus status = new NativeStatus();
        BytePointer serialized = new BytePointer(config)) {
      TF_SetConfig(options, serialized, config.length, status.handle());
      status.check(OracleRefusal.Phase.RUN);
      TF_SetTarget(options, settings.target());
      return options;
    } catch (OracleRefusal e) {
      TF_DeleteSessionOptions(options);
      throw e;
    }
  }

  /** Runs a step; its outputs are then in {@code arguments}. */
  void run(StepArguments arguments) {
    call(
        (handle, status) ->
            TF_SessionRun(
                handle,
                NO_RUN_OPTIONS,
                arguments.inputs,
                arguments.inputValues,
                arguments.feeds,
                arguments.outputs,
                arguments.outputValues,
                arguments.fetches,
                arguments.targetNodes,
                arguments.targets,
                NO_RUN_METADATA,
                status));
  }

  /** Something TensorFlow does with a session, and how it went. */
  @FunctionalInterface
  interface Call {
    void run(TF_Session session, TF_Status status);
  }

  /** Does it, unless the session is closed, and throws what TensorFlow refuses. */
  void call(Call call) {
    steps.readLock().lock();
    try (NativeStatus status = new NativeStatus()) {
      if (closed) {
        throw WeirException.failedPrecondition("this TensorFlow session is closed");
      }
      call.run(session, status.handle());
      status.check(OracleRefusal.Phase.RUN);
    } finally {
      steps.readLock().unlock();
    }
  }

  /** Cancels the steps that still run, waits for them and frees the session. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (NativeStatus status = new NativeStatus()) {
      TF_CloseSession(session, status.handle());
      steps.writeLock().lock();
      try {
        TF_DeleteSession(session, status.handle());
      } finally {
        steps.writeLock().unlock();
      }
    }
  }
}
