package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.launch.ParentWatch;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.train.Cadence;
import dev.weir.train.RetryPolicy;
import dev.weir.train.TrainingTarget;
import dev.weir.train.listener.StepLogger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir train digits-worker}: what the workers of {@code weir train digits --ps N} run. */
@Command(
    name = "digits-worker",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "One of several workers that train a network to read digits together.")
final class DigitsWorkerCommand implements Callable<Integer> {
  private static final String WORKER = "worker";
  private static final String SERVER = "ps";

  /** How often the loss is reported. */
  private static final Cadence NEWS = Cadence.every(Duration.ofMillis(200));

  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @CommandLine.Mixin DigitsOptions options = new DigitsOptions();

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "SPEC",
      description = "All tasks: ps=host:port;worker=host:port,host:port")
  String cluster = "";

  @Option(
      names = "--task",
      required = true,
      paramLabel = "N",
      description = "Which worker this is; worker 0 is the chief, unless it is gone.")
  int task;

  @Option(
      names = "--target",
      paramLabel = "ADDRESS",
      description = {
        "The task whose master it uses, as grpc://host:port.",
        "Default: its own, for which it is a server too."
      })
  @Nullable String target;

  @Option(
      names = "--streams",
      paramLabel = "PORT",
      description = "The port for streams of its server (default: any free port).")
  int streams;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long it waits for tasks that are not there (default: ${DEFAULT-VALUE}).")
  int wait = 600;

  @Option(
      names = "--digits-file",
      paramLabel = "FILE",
      description = {
        "What all workers learn from, as weir train digits has left it for them.",
        "Then it says how it goes on stdout, and leaves the results to others."
      })
  @Nullable Path file;

  @Override
  public Integer call() {
    ParentWatch.startIfAsked();
    long begun = System.nanoTime();
    options.check();
    ClusterSpec tasks = ClusterSpec.parse(cluster);
    DigitsPlace place =
        DigitsPlace.worker(task, tasks.tasks(WORKER).size(), tasks.tasks(SERVER).size());
    DigitsData digits =
        file == null
            ? options.digits(news -> {})
            : new DigitsData(DigitSet.read(file), new DigitSet(new byte[0], new byte[0]));
    DigitsTraining.Plan plan = options.plan(digits);
    RetryPolicy retries = RetryPolicy.standard().withTimeout(Duration.ofSeconds(wait));
    try (Interruption interruption = Interruption.watch();
        @Nullable Server server = target == null ? server(tasks) : null;
        DigitsTraining training = new DigitsTraining(plan, place, options.out)) {
      String master = server == null ? String.valueOf(target) : server.target();
      DigitsTraining.Share share =
          training.train(
              TrainingTarget.cluster(master, place.devices()).retrying(retries),
              digits,
              interruption::isAsked,
              StepLogger.every(NEWS).measures("loss").to(file == null ? this::say : this::report));
      say(String.format(Locale.ROOT, "made %,d of %,d steps", share.steps(), plan.steps()));
      if (interruption.isAsked()) {
        return Interruption.EXIT_CODE;
      }
      if (share.isChief() && file == null) {
        DigitsResult.of(
                options.out, training.checkpoint(), training.events(), digits, plan.steps(), begun)
            .print(spec.commandLine().getOut(), options, plan.steps());
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private Server server(ClusterSpec tasks) {
    ServerOptions.Builder server =
        ServerOptions.builder(new TaskId(WORKER, task), new FixedMembership(tasks))
            .allowedDirectories(List.of(options.out));
    server.streams().port(streams);
    return Server.start(server.build());
  }

  private void report(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  private void say(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }
}
