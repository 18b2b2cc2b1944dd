package dev.weir.conformance.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A task of a cluster that the real TensorFlow serves, in a process of its own, or several in one
 * process. Closing kills the process, as TensorFlow has no clean way to stop a server.
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

  /** Which task of which cluster: {@code ps=host:port;worker=host:port,host:port}. */
  public record Place(String job, int task, String cluster) {}

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
    return start(List.of(new Place(job, task, cluster)));
  }

  /** Starts several tasks in one process, which is quicker. They share nothing else. */
  public static TensorFlowServer start(List<Place> places) {
    List<String> arguments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    arguments.add(TensorFlowTask.class.getName());
    for (Place place : places) {
      arguments.addAll(List.of(place.job(), Integer.toString(place.task()), place.cluster()));
      names.add("/job:" + place.job() + "/task:" + place.task());
    }
    return new TensorFlowServer(
        JavaProcess.start(
            "TensorFlow's " + String.join(", ", names),
            JVM_OPTIONS,
            arguments,
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
