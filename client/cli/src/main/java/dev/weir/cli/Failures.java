package dev.weir.cli;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;

/** How a command that fails says so. */
final class Failures {
  private Failures() {}

  static int report(Exception exception, CommandLine commandLine, CommandLine.ParseResult parsed) {
    ErrorCode code = exception instanceof WeirException weir ? weir.code() : ErrorCode.INTERNAL;
    String message =
        exception instanceof WeirException
            ? String.valueOf(exception.getMessage())
            : "a mistake of Weir's own: " + exception;
    commandLine.getErr().println("weir: " + message);
    if (wantsJson(parsed)) {
      Map<String, Object> error = new LinkedHashMap<>();
      error.put("code", code.name());
      error.put("message", message);
      commandLine.getOut().println(JsonWriter.write(Map.of("error", error)));
    }
    if (code == ErrorCode.INTERNAL) {
      exception.printStackTrace(commandLine.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static boolean wantsJson(CommandLine.ParseResult parsed) {
    CommandLine.ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    return innermost.hasMatchedOption("--json");
  }
}
