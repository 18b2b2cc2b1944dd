package dev.weir.cli.server;

import dev.weir.cli.launch.ParentWatch;
import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.http.ServerMetrics;
import dev.weir.cluster.internal.http.StatusServer;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code weir server}. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = {
      "Run a task of a cluster: it holds variables, runs its share of steps, and serves clients.",
      "It speaks TensorFlow's protocol, to Weir's tasks and clients as to TensorFlow's.",
      "On SIGTERM or Ctrl-C it finishes running steps before it exits."
    },
    footer = {
      "",
      "Example: weir server --job worker --task 0 --cluster"
          + " 'ps=localhost:2222;worker=localhost:2223'"
    })
public final class ServerCommand implements Callable<Integer> {
  private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(30);

  /** The exit code of a task that another process has replaced. */
  private static final int REPLACED = 1;

  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Mixin ServerFlags flags = new ServerFlags();

  @Override
  public Integer call() throws InterruptedException {
    ParentWatch.startIfAsked();
    Map<String, String> environment = System.getenv();
    TaskId task = flags.task(environment);
    ServerOptions.Builder options = flags.options(environment);
    OptionalInt httpPort = flags.httpPort();
    Duration drain = flags.drain();
    PrintWriter err = spec.commandLine().getErr();
    flags.warning(environment).ifPresent(err::println);
    try (Membership membership = Memberships.open(flags.cluster(environment), OPEN_TIMEOUT);
        Server server = Server.start(options.membership(membership).build());
        ServerMetrics metrics = new ServerMetrics(task.job(), task.index(), Allocator.shared())) {
      server.count(metrics);
      StatusServer status = status(httpPort, server, metrics);
      DrainOnShutdown shutdown =
          DrainOnShutdown.install(limit -> end(server, status, limit), drain, err);
      PrintWriter out = spec.commandLine().getOut();
      out.println(task.name() + " serves at " + server.target());
      if (status != null) {
        out.println("health and metrics at http:/" + status.address());
      }
      out.flush();
      var unused = server.replaced().thenAccept(reason -> endReplaced(server, drain, reason, err));
      shutdown.awaitAsked();
      Thread.currentThread().join(); // the drain ends the process
    }
    return 0;
  }

  /** Another process has replaced this task: finishes running steps, then exits. */
  private static void endReplaced(
      Server server, Duration drain, WeirException reason, PrintWriter err) {
    err.println("weir: " + reason.getMessage());
    err.flush();
    server.drain(drain);
    Runtime.getRuntime().halt(REPLACED);
  }

  private @Nullable StatusServer status(
      OptionalInt httpPort, Server server, ServerMetrics metrics) {
    return httpPort.isEmpty()
        ? null
        : StatusServer.start(
            new InetSocketAddress(flags.bind().orElse("127.0.0.1"), httpPort.getAsInt()),
            server.health(),
            metrics);
  }

  private static void end(Server server, @Nullable StatusServer status, Duration limit) {
    boolean isDone = server.drain(limit);
    server.close();
    if (status != null) {
      status.close();
    }
    if (!isDone) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          "steps were still running after " + limit.toSeconds() + " s and were aborted");
    }
  }
}
