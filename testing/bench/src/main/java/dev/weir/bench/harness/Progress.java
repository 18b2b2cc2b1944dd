package dev.weir.bench.harness;

import java.io.PrintStream;

/** A line on a terminal that says what is going on; nothing if there is no terminal. */
public final class Progress {
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream err;
  private final boolean isShown;
  private boolean hasLine;

  /** Shows progress on {@code err} if that is a terminal. */
  public Progress(PrintStream err, boolean isTerminal) {
    this.err = err;
    this.isShown = isTerminal;
  }

  void show(String what) {
    if (isShown) {
      err.print(ERASE + "measuring " + what + " …");
      err.flush();
      hasLine = true;
    }
  }

  void clear() {
    if (hasLine) {
      err.print(ERASE);
      err.flush();
      hasLine = false;
    }
  }

  /** For what a user must know, terminal or not. */
  void say(String line) {
    err.println("weir bench: " + line);
  }
}
