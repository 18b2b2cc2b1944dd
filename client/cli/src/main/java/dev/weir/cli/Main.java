package dev.weir.cli;

import dev.weir.cli.cluster.ClusterCommand;
import dev.weir.cli.launch.LaunchCommand;
import dev.weir.cli.server.ServerCommand;
import dev.weir.cli.train.TrainCommand;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code weir}. */
@Command(
    name = "weir",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    description = "A dataflow machine-learning system for the JVM.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Data goes to stdout, everything else to stderr.",
      "Exit codes: 0 success, 1 failure, 2 a mistake on the command line, 130 Ctrl-C.",
      "Completion: source <(weir completion)"
    },
    subcommands = {
      TrainCommand.class,
      ExampleCommand.class,
      RunCommand.class,
      InspectCommand.class,
      OpsCommand.class,
      CheckpointCommand.class,
      LaunchCommand.class,
      ClusterCommand.class,
      ServerCommand.class,
      BenchCommand.class,
      Main.Completion.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LibraryLogs.prepare();
    CommandLine line = commandLine();
    // asked for here, so that all commands share them
    System.exit(run(line.getOut(), line.getErr(), arguments));
  }

  /** Runs a command and returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    int code = commandLine().setOut(out).setErr(err).execute(arguments);
    out.flush(); // a text that does not end a line would be lost
    err.flush();
    return code;
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false) // "--cluster @file" is for the command, not for the parser
        .setExecutionExceptionHandler(Failures::report);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
  }

  /** Prints a completion script for bash and zsh. */
  @Command(name = "completion", description = "Print a completion script for bash and zsh.")
  static final class Completion implements Runnable {
    @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Override
    public void run() {
      spec.commandLine().getOut().println(AutoComplete.bash("weir", Main.commandLine()));
    }
  }
}
