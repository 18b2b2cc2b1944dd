package dev.weir.cli.train;

import dev.weir.cli.launch.TaskLog;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows the progress of a training in several processes: reports of workers on standard output move
 * the bar; other lines appear above it, prefixed with the name of their process.
 */
final class DigitsClusterLog implements TaskLog {
  private static final Pattern PROGRESS =
      Pattern.compile("step (?<step>\\d+): loss (?<loss>-?\\d+\\.\\d+)");

  /** A warning of the JVM that the launcher has printed already. */
  private static final String KNOWN = "WARNING: Using incubator modules: jdk.incubator.vector";

  /** The weight of the latest report in the loss that is shown. */
  private static final double SMOOTHING = 0.2;

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
    loss = Double.isNaN(loss) ? latest : loss + SMOOTHING * (latest - loss);
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
