package dev.weir.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs commands of the program {@code weir} in this process. */
public final class CommandLines {
  private CommandLines() {}

  /** What a command did. */
  public record Outcome(int code, String out, String err) {}

  /** Runs a command. */
  public static Outcome run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = line.execute(arguments);
    return new Outcome(code, out.toString(), err.toString());
  }
}
