package dev.weir.conformance.peer;

import java.time.Duration;
import java.util.List;

/**
 * A task of a cluster that the real TensorFlow serves, in a process of its own. Closing kills the
 * process, as TensorFlow has no clean way to stop a server.
 */
public final class TensorFlowServer implements AutoCloseable {
  /** Enough for a busy machine that has to unpack TensorFlow first. */
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  /** Small heap, quick start, no warnings: the work is done by native code. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private final JavaProcess process;

  private TensorFlowServer(JavaProcess process) {
    this.process = process;
  }

  /**
   * Starts a task; call {@link #awaitReady} before it is used.
   *
   * @param job the job of the task
   * @param task its number in the job
   * @param cluster all tasks: {@code ps=host:port;worker=host:port,host:port}
   */
  public static TensorFlowServer start(String job, int task, String cluster) {
    return new TensorFlowServer(
        JavaProcess.start(
            "TensorFlow's /job:" + job + "/task:" + task,
            JVM_OPTIONS,
            List.of(TensorFlowTask.class.getName(), job, Integer.toString(task), cluster),
            TensorFlowTask.READY));
  }

  /** Waits until it serves. */
  public TensorFlowServer awaitReady() {
    process.awaitReady(LONGEST_START);
    return this;
  }

  /** The process it runs in. */
  public JavaProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
