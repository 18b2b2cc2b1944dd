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
  private static final int LEAST_WIDTH = 6;
  private static final int LONG_SPEED = "  100.0 steps/s".length();
  private static final long REDRAW_NANOS = 100_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;

  /** How far back the rate looks. */
  private static final double MEMORY_NANOS = 3e9;

  /** What is too long for a line is cut off by the terminal, which may have been made narrower. */
  private static final String NO_WRAP = "\033[?7l";

  private static final String WRAP = "\033[?7h";

  private static final long UNKNOWN = -1;

  private final PrintWriter out;
  private final Terminal terminal;
  private final long steps;
  private final LongSupplier clock;
  private final long begun;
  private long shown;
  private long lastStep = UNKNOWN;
  private long lastNanos;
  private double rate;
  private String line = "";

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
  }

  /**
   * So many steps are done.
   *
   * @param status what else there is to say, such as the loss
   */
  public void update(long done, String status) {
    long now = clock.getAsLong();
    if (lastStep == UNKNOWN) {
      lastStep = done; // the first step of a job is slow, and says nothing of the others
      lastNanos = now;
    }
    boolean isLast = done >= steps;
    if (!isLast && now - shown < (terminal.isInteractive() ? REDRAW_NANOS : LINE_NANOS)) {
      return;
    }
    measure(done, now);
    shown = now;
    if (terminal.isInteractive()) {
      line = line(done, status);
      draw();
    } else {
      out.println(line(done, status));
    }
    out.flush();
  }

  private void draw() {
    out.print("\r\033[K" + NO_WRAP + line + WRAP);
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

  /** As much as the terminal has room for: first the bar gets shorter, then the rate goes. */
  private String line(long done, String status) {
    double part = steps == 0 ? 1 : Math.min(1, done / (double) steps);
    String numbers = numbers(done);
    String times =
        done >= steps
            ? "in " + time((clock.getAsLong() - begun) / 1e9)
            : "ETA " + (rate == 0 ? "?" : time((steps - done) / rate));
    String speed = rate == 0 ? "" : String.format(Locale.ROOT, "  %.1f steps/s", rate);
    String rest = "  " + status + "  " + times;
    if (!terminal.isInteractive()) {
      return numbers + speed + rest;
    }
    // as if all numbers were as long as they may get, so that nothing moves when they do
    int taken = numbers(steps).length() + Math.max(speed.length(), LONG_SPEED) + rest.length();
    int room = terminal.columns() - 1 - taken;
    String shownSpeed = room < 0 ? "" : speed;
    int width = Math.min(WIDTH, room - 1);
    String bar = width < LEAST_WIDTH ? "" : bar(part, width) + " ";
    return bar + numbers + shownSpeed + rest;
  }

  private String numbers(long done) {
    long percent = steps == 0 ? 100 : Math.min(100, 100 * done / steps);
    return String.format(Locale.ROOT, "%3d %%  %d/%d", percent, done, steps);
  }

  private String bar(double part, int width) {
    int full = (int) (part * width);
    String done = (terminal.hasBlocks() ? "━" : "=").repeat(full);
    String left = (terminal.hasBlocks() ? "━" : "-").repeat(width - full);
    boolean tellsApart = terminal.hasColors() || !terminal.hasBlocks();
    return terminal.good(done) + (tellsApart ? terminal.faint(left) : " ".repeat(width - full));
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 3600
        ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }

  /** Prints a line above the bar. */
  public void above(String text) {
    if (line.isEmpty()) {
      out.println(text);
    } else {
      out.println("\r\033[K" + text);
      draw();
    }
    out.flush();
  }

  /** Ends the line. */
  @Override
  public void close() {
    if (!line.isEmpty()) {
      out.println();
      out.flush();
      line = "";
    }
  }
}
