package dev.weir.cli;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Reports the failure of a command: as text on stderr, with {@code --json} also on stdout. */
final class Failures {
  private Failures() {}

  static int report(Exception exception, CommandLine commandLine, CommandLine.ParseResult parsed) {
    WeirException failure =
        exception instanceof WeirException known
            ? known
            : new WeirException(
                ErrorCode.INTERNAL, "a mistake of Weir's own: " + exception, exception);
    commandLine.getErr().println("weir: " + failure.getMessage());
    if (wantsJson(parsed)) {
      commandLine.getOut().println(JsonWriter.write(Map.of("error", fields(failure))));
    }
    if (failure.code() == ErrorCode.INTERNAL) {
      exception.printStackTrace(commandLine.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** The fields of an error; those that are not known are left out. */
  private static Map<String, Object> fields(WeirException failure) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("code", failure.code().name());
    fields.put("message", failure.getMessage());
    fields.put("rule", failure.rule());
    put(fields, "op", failure.op());
    put(fields, "node", failure.node());
    put(fields, "builtAt", failure.builtAt());
    put(fields, "task", failure.task());
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  private static boolean wantsJson(CommandLine.ParseResult parsed) {
    CommandLine.ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    return innermost.hasMatchedOption("--json");
  }
}
