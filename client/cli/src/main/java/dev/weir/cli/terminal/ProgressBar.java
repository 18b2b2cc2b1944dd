package dev.weir.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows how far a long job is: on a terminal one line that is written over, elsewhere a plain line
 * now and then.
 *
 * <p>For one thread.
 */
public final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 24;
  private static final long REDRAW_NANOS = 100_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;

  /** How far back the rate looks: the first steps of a job are often slow. */
  private static final double MEMORY_NANOS = 5e9;

  private final PrintWriter out;
  private final Terminal terminal;
  private final long steps;
  private final LongSupplier clock;
  private final long begun;
  private long shown;
  private long lastStep;
  private long lastNanos;
  private double rate;
  private boolean hasLine;

  public ProgressBar(PrintWriter out, Terminal terminal, long steps) {
    this(out, terminal, steps, System::nanoTime);
  }

  ProgressBar(PrintWriter out, Terminal terminal, long steps, LongSupplier clock) {
    this.out = out;
    this.terminal = terminal;
    this.steps = steps;
    this.clock = clock;
    this.begun = clock.getAsLong();
    this.shown = begun;
    this.lastNanos = begun;
  }

  /**
   * So many steps are done.
   *
   * @param status what else there is to say, such as the loss
   */
  public void update(long done, String status) {
    long now = clock.getAsLong();
    boolean isLast = done >= steps;
    if (!isLast && now - shown < (terminal.isInteractive() ? REDRAW_NANOS : LINE_NANOS)) {
      return;
    }
    measure(done, now);
    shown = now;
    if (terminal.isInteractive()) {
      out.print("\r\033[K" + line(done, status));
      hasLine = true;
    } else {
      out.println(line(done, status));
    }
    out.flush();
  }

  private void measure(long done, long now) {
    if (done > lastStep && now > lastNanos) {
      double latest = (done - lastStep) * 1e9 / (now - lastNanos);
      double weight = 1 - Math.exp((lastNanos - now) / MEMORY_NANOS);
      rate = rate == 0 ? latest : rate + weight * (latest - rate);
      lastStep = done;
      lastNanos = now;
    }
  }

  private String line(long done, String status) {
    double part = steps == 0 ? 1 : Math.min(1, done / (double) steps);
    String numbers = String.format(Locale.ROOT, "%3d %%  %d/%d", (int) (part * 100), done, steps);
    String times =
        done >= steps
            ? "in " + time((clock.getAsLong() - begun) / 1e9)
            : "ETA " + (rate == 0 ? "?" : time((steps - done) / rate));
    String speed = String.format(Locale.ROOT, "%.1f steps/s", rate);
    String bar = terminal.isInteractive() ? bar(part) + " " : "";
    return bar + numbers + "  " + speed + "  " + status + "  " + times;
  }

  private String bar(double part) {
    int full = (int) (part * WIDTH);
    String done = (terminal.hasBlocks() ? "━" : "=").repeat(full);
    String left = (terminal.hasBlocks() ? "━" : "-").repeat(WIDTH - full);
    boolean tellsApart = terminal.hasColours() || !terminal.hasBlocks();
    return terminal.good(done) + (tellsApart ? terminal.faint(left) : " ".repeat(WIDTH - full));
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 3600
        ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }

  /** Takes the bar away, so that a line can be printed; the next update shows it again. */
  public void clear() {
    if (hasLine) {
      out.print("\r\033[K");
      out.flush();
      hasLine = false;
    }
  }

  /** Ends the line. */
  @Override
  public void close() {
    if (hasLine) {
      out.println();
      out.flush();
      hasLine = false;
    }
  }
}
