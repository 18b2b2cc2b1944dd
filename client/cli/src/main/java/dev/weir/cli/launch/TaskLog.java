package dev.weir.cli.launch;

/** Takes what processes say, a line at a time. Called by many threads at once. */
@FunctionalInterface
public interface TaskLog {
  /** Which of its two streams a process has written to. */
  enum Stream {
    OUT,
    ERR
  }

  /**
   * A task has written a line.
   *
   * @param line without its end
   */
  void line(String task, Stream stream, String line);
}
