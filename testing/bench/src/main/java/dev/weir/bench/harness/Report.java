package dev.weir.bench.harness;

import java.io.PrintStream;

/** Where results go: one JSON object a line, or rows for people. */
public final class Report {
  private final PrintStream out;
  private final boolean isJson;
  private final Rows rows;
  private final Progress progress;
  private final Machine machine;
  private int failures;

  private Report(PrintStream out, boolean isJson, Rows rows, Progress progress, Machine machine) {
    this.machine = machine;
    this.out = out;
    this.isJson = isJson;
    this.rows = rows;
    this.progress = progress;
  }

  /** JSON lines, each with the machine it is true of. */
  public static Report json(PrintStream out, Progress progress, Machine machine) {
    return new Report(out, true, new Rows(false), progress, machine);
  }

  /** A row per result, in color or not. */
  public static Report rows(
      PrintStream out, boolean isColored, Progress progress, Machine machine) {
    return new Report(out, false, new Rows(isColored), progress, machine);
  }

  /** A result is there. */
  public void add(BenchResult result) {
    progress.clear();
    out.println(isJson ? result.toJson(machine) : rows.row(result));
    out.flush();
  }

  /** Something is about to be measured. */
  public void begin(String what) {
    progress.show(what);
  }

  /** Something could not be measured, and why. */
  public void skip(String what, String why) {
    progress.clear();
    progress.say(what + ": " + why);
  }

  /** Something failed, and why; what follows is still measured. */
  public void fail(String what, String why) {
    failures++;
    skip(what, why);
  }

  /** How much failed. */
  public int failures() {
    return failures;
  }

  /** No more is to come. */
  public void end() {
    progress.clear();
  }
}
