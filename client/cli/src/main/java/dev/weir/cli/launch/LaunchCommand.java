package dev.weir.cli.launch;

import dev.weir.cli.terminal.Terminal;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir launch}. */
@Command(
    name = "launch",
    mixinStandardHelpOptions = true,
    description = {
      "Start a cluster of processes on this machine: parameter servers, and workers that run a"
          + " program.",
      "Ends with the program's exit code when all workers have ended or one has failed.",
      "Without a program the workers are servers too, until Ctrl-C."
    },
    footer = {
      "",
      "A worker finds its place in TF_CONFIG, or in WEIR_CLUSTER, WEIR_JOB and WEIR_TASK, and the",
      "file with the token of this cluster in WEIR_TOKEN_FILE.",
      "",
      "Examples: weir launch --ps 1 --workers 2",
      "          weir launch --ps 2 --workers 3 --restart 5 -- java -cp app.jar Train {task}"
    })
public final class LaunchCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Option(
      names = "--ps",
      paramLabel = "N",
      description = "Parameter servers (default: ${DEFAULT-VALUE}).")
  int ps = 1;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Workers (default: ${DEFAULT-VALUE}).")
  int workers = 1;

  @Option(
      names = "--restart",
      paramLabel = "N",
      description = "Start a task that fails again, up to N times (default: ${DEFAULT-VALUE}).")
  int restart;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      description = {
        "How long tasks get to end when they are stopped, before they are killed",
        "(default: ${DEFAULT-VALUE})."
      })
  int grace = 15;

  @Option(
      names = "--no-token",
      description = {
        "Make no token for this cluster: for programs that cannot show one, such as TensorFlow's.",
        "Its servers then let graphs touch no files."
      })
  boolean noToken;

  @Parameters(
      arity = "0..*",
      paramLabel = "PROGRAM",
      description = {
        "What each worker runs, after --. In its arguments {job}, {task}, {cluster} and {target}",
        "stand for the worker's own."
      })
  List<String> program = new ArrayList<>();

  @Override
  public Integer call() {
    if (restart < 0 || grace < 0) {
      throw WeirException.invalidArgument(
          "--restart and --grace must be 0 or more; got %d and %d", restart, grace);
    }
    ClusterPlan plan = ClusterPlan.onLoopback(ps, workers);
    PrefixedLog log =
        new PrefixedLog(
            plan.names(),
            spec.commandLine().getOut(),
            Terminal.ofOut(),
            spec.commandLine().getErr(),
            Terminal.ofErr());
    Restarts restarts = Restarts.atMost(restart);
    try (@Nullable TokenFile token = noToken ? null : TokenFile.generate()) {
      return new Launch(
              plan,
              JavaCommand::server,
              program,
              Optional.ofNullable(token),
              restarts,
              Duration.ofSeconds(grace),
              log)
          .run();
    }
  }
}
