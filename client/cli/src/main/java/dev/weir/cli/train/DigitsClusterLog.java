package dev.weir.cli.train;

import dev.weir.cli.launch.TaskLog;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows how a training of several processes goes: what workers report on their standard output
 * moves the bar, the rest appears above it, after the name of its process.
 */
final class DigitsClusterLog implements TaskLog {
  private static final Pattern PROGRESS =
      Pattern.compile("step (?<step>\\d+): loss (?<loss>-?\\d+\\.\\d+)");

  /** What Java says of fast kernels; the first process has said it already. */
  private static final String KNOWN = "WARNING: Using incubator modules: jdk.incubator.vector";

  /** How much of the past the loss that is shown forgets with every report. */
  private static final double FORGETTING = 0.2;

  private final List<String> tasks;
  private final Terminal terminal;
  private final ProgressBar bar;
  private double loss = Double.NaN;
  private long reached;

  /**
   * A log.
   *
   * @param tasks the names of processes; the place in the list decides the color
   */
  DigitsClusterLog(List<String> tasks, Terminal terminal, ProgressBar bar) {
    this.tasks = List.copyOf(tasks);
    this.terminal = terminal;
    this.bar = bar;
  }

  @Override
  public synchronized void line(String task, Stream stream, String line) {
    Matcher progress = PROGRESS.matcher(line);
    if (stream == Stream.OUT && progress.matches()) {
      show(Long.parseLong(progress.group("step")), Double.parseDouble(progress.group("loss")));
    } else if (!line.equals(KNOWN)) {
      bar.above(terminal.tinted(tasks.indexOf(task), task + " | ") + line);
    }
  }

  private void show(long step, double latest) {
    reached = step;
    loss = Double.isNaN(loss) ? latest : loss + FORGETTING * (latest - loss);
    bar.update(step, String.format(Locale.ROOT, "loss %.4f", loss));
  }

  /** The step of the last report: less than the one before if a checkpoint was restored. */
  synchronized long reached() {
    return reached;
  }

  /** Shows that all steps are made. */
  synchronized void finish(long steps) {
    bar.update(steps, String.format(Locale.ROOT, "loss %.4f", loss));
  }

  /** Shows a line of the launcher itself. */
  synchronized void say(String line) {
    bar.above("weir: " + line);
  }
}
