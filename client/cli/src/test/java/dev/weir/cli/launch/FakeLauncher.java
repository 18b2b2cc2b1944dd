package dev.weir.cli.launch;

import dev.weir.cli.terminal.Terminal;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code weir launch} with {@link FakeTask} for a server: PS WORKERS GRACE-MILLIS PROGRAM... */
final class FakeLauncher {
  private FakeLauncher() {}

  public static void main(String[] arguments) {
    ClusterPlan plan =
        ClusterPlan.onLoopback(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    List<String> program = Arrays.asList(arguments).subList(3, arguments.length);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    PrefixedLog log = new PrefixedLog(plan.names(), out, Terminal.ofOut(), err, Terminal.ofErr());
    Duration grace = Duration.ofMillis(Long.parseLong(arguments[2]));
    Launch launch =
        new Launch(
            plan,
            FakeLauncher::server,
            program,
            Optional.of(TokenFile.generate()),
            Restarts.atMost(0),
            grace,
            log);
    System.exit(launch.run());
  }

  static List<String> server(TaskId task, ClusterSpec cluster) {
    return JavaCommand.of(
        FakeTask.class.getName(), List.of(task.job(), Integer.toString(task.index())));
  }
}
