package dev.weir.cli.cluster;

import dev.weir.cli.terminal.Terminal;
import dev.weir.cluster.Membership;
import dev.weir.cluster.internal.client.ClientSecurity;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir cluster status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Show what the tasks of a cluster are doing: devices, memory, sessions, steps.",
      "Steps per second are those since the last look, and at the first look since a task's start.",
      "The exit code is 0 if all tasks answer, 1 otherwise."
    },
    footer = {
      "",
      "Example: weir cluster status --watch --cluster 'ps=localhost:2222;worker=localhost:2223'"
    })
final class StatusCommand implements Callable<Integer> {
  private static final String CLEAR_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";

  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Mixin ClusterOptions options = new ClusterOptions();

  @Option(names = "--watch", description = "Look again and again, until Ctrl-C.")
  boolean watch;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      description = "How often to look with --watch (default: ${DEFAULT-VALUE}).")
  int interval = 2;

  @Option(
      names = "--looks",
      paramLabel = "N",
      description = "End after so many looks (default: 1, with --watch no end).")
  @Nullable Integer looks;

  private int shownLines;

  @Override
  public Integer call() throws InterruptedException {
    if (interval < 1 || (looks != null && looks < 1)) {
      throw WeirException.invalidArgument("--interval and --looks must be at least 1");
    }
    long most = looks != null ? looks : watch ? Long.MAX_VALUE : 1;
    try (Membership membership = options.open(System.getenv());
        GrpcNetwork network = ClusterOptions.network(ClientSecurity.ofProcess())) {
      ClusterPicture now = show(membership, network, Optional.empty());
      for (long i = 1; i < most; i++) {
        pause(Duration.ofSeconds(interval));
        now = show(membership, network, Optional.of(now));
      }
      return now.isGood() ? 0 : 1;
    }
  }

  /** Nothing ends the wait before its time but Ctrl-C, which ends the process. */
  private static void pause(Duration duration) throws InterruptedException {
    boolean unused = new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS);
  }

  private ClusterPicture show(
      Membership membership, GrpcNetwork network, Optional<ClusterPicture> before) {
    ClusterPicture now = ClusterPicture.take(membership, network, options.limit());
    PrintWriter out = spec.commandLine().getOut();
    if (options.json) {
      out.println(JsonWriter.write(json(now, before)));
    } else {
      Terminal terminal = Terminal.ofOut();
      print(out, terminal, new StatusText(terminal).lines(now, before));
    }
    out.flush();
    return now;
  }

  /** On a terminal over what was shown last. */
  private void print(PrintWriter out, Terminal terminal, List<String> lines) {
    boolean inPlace = terminal.isInteractive() && shownLines > 0;
    if (inPlace) {
      out.print("\033[" + shownLines + "A\r");
    } else if (shownLines > 0) {
      out.println();
    }
    for (String line : lines) {
      out.println(inPlace ? line + CLEAR_LINE : line);
    }
    if (inPlace) {
      out.print(CLEAR_BELOW);
    }
    shownLines = lines.size();
  }

  private static Map<String, Object> json(ClusterPicture now, Optional<ClusterPicture> before) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cluster", now.cluster());
    json.put("good", now.isGood());
    json.put(
        "tasks",
        now.tasks().stream()
            .map(task -> task.json(before.flatMap(picture -> picture.of(task.task()))))
            .toList());
    return json;
  }
}
