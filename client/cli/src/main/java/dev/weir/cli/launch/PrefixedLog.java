package dev.weir.cli.launch;

import dev.weir.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.util.List;

/**
 * Prints the lines of many processes, each after the name of its task: {@code ps/0 | serving}. What
 * they write to their standard output goes to one writer, the rest to the other.
 */
public final class PrefixedLog implements TaskLog {
  private final List<String> tasks;
  private final PrintWriter out;
  private final Terminal outTerminal;
  private final PrintWriter err;
  private final Terminal errTerminal;

  /**
   * A log for some tasks.
   *
   * @param tasks their names; the place in the list decides a task's color
   */
  public PrefixedLog(
      List<String> tasks,
      PrintWriter out,
      Terminal outTerminal,
      PrintWriter err,
      Terminal errTerminal) {
    this.tasks = List.copyOf(tasks);
    this.out = out;
    this.outTerminal = outTerminal;
    this.err = err;
    this.errTerminal = errTerminal;
  }

  // one line at a time, whichever stream it is for: both may be the same terminal
  @Override
  public synchronized void line(String task, Stream stream, String line) {
    boolean isOut = stream == Stream.OUT;
    Terminal terminal = isOut ? outTerminal : errTerminal;
    PrintWriter writer = isOut ? out : err;
    writer.println(terminal.tinted(tasks.indexOf(task), task + " | ") + line);
    writer.flush();
  }

  /** Prints a line of the launcher itself. */
  public synchronized void say(String line) {
    err.println("weir: " + line);
    err.flush();
  }
}
