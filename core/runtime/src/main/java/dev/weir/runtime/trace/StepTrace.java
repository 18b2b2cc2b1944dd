package dev.weir.runtime.trace;

import java.util.List;
import java.util.Locale;

/**
 * What happened in a step, node by node, in the order in which nodes were done.
 *
 * @param stepId which step
 * @param startNanos when it started; times of nodes are on the same clock
 * @param endNanos when it was over
 */
public record StepTrace(long stepId, long startNanos, long endNanos, List<NodeRun> nodes) {
  public StepTrace {
    nodes = List.copyOf(nodes);
  }

  /**
   * One run of a node.
   *
   * @param provider whose kernel it was
   * @param thread the name of the thread it ran on
   * @param outputBytes bytes of its outputs
   */
  public record NodeRun(
      String device,
      String node,
      String op,
      String provider,
      String thread,
      long startNanos,
      long endNanos,
      long outputBytes) {}

  /** The trace in Chrome's format, for chrome://tracing and Perfetto: a row a device and thread. */
  public String toChromeJson() {
    StringBuilder json = new StringBuilder("{\"traceEvents\":[");
    List<String> devices = nodes.stream().map(NodeRun::device).distinct().sorted().toList();
    List<String> threads = nodes.stream().map(NodeRun::thread).distinct().sorted().toList();
    String separator = "\n";
    for (String device : devices) {
      int process = devices.indexOf(device);
      json.append(separator).append(name("process_name", process, 0, device));
      for (String thread : threads) {
        json.append(",\n").append(name("thread_name", process, threads.indexOf(thread), thread));
      }
      separator = ",\n";
    }
    for (NodeRun run : nodes) {
      json.append(separator)
          .append(event(run, devices.indexOf(run.device()), threads.indexOf(run.thread())));
      separator = ",\n";
    }
    return json.append("\n],\"displayTimeUnit\":\"ns\"}\n").toString();
  }

  private static String name(String kind, int process, int thread, String text) {
    return String.format(
        Locale.ROOT,
        "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
        kind,
        process,
        thread,
        escape(text));
  }

  private String event(NodeRun run, int process, int thread) {
    return String.format(
        Locale.ROOT,
        "{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,"
            + "\"args\":{\"op\":\"%s\",\"kernel\":\"%s\",\"bytes\":%d}}",
        escape(run.node()),
        escape(run.op()),
        process,
        thread,
        (run.startNanos() - startNanos) / 1e3,
        (run.endNanos() - run.startNanos()) / 1e3,
        escape(run.op()),
        escape(run.provider()),
        run.outputBytes());
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        escaped.append('\\').append(c);
      } else if (c < ' ') {
        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
