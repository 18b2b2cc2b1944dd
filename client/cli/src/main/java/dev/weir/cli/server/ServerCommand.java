package dev.weir.cli.server;

import dev.weir.cli.launch.ParentWatch;
import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.http.ServerMetrics;
import dev.weir.cluster.internal.http.StatusServer;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
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
      "Run a task of a cluster: it keeps variables, runs its share of steps, and takes clients.",
      "It speaks TensorFlow's protocol, to Weir's tasks and clients as to TensorFlow's.",
      "Told to end by SIGTERM or Ctrl-C it lets steps that run come to their end."
    },
    footer = {
      "",
      "Example: weir server --job worker --task 0 --cluster"
          + " 'ps=localhost:2222;worker=localhost:2223'"
    })
public final class ServerCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The exit code of a task that has lost its place to another process. */
  private static final int REPLACED = 1;

  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Mixin ServerOptionsMixin options = new ServerOptionsMixin();

  @Override
  public Integer call() throws InterruptedException {
    ParentWatch.startIfAsked();
    ServerFlags flags = options.flags(System.getenv());
    PrintWriter err = spec.commandLine().getErr();
    flags.danger().ifPresent(err::println);
    try (Membership membership = Memberships.open(flags.cluster(), PATIENCE);
        Server server = Server.start(serverOptions(flags, membership));
        ServerMetrics metrics =
            new ServerMetrics(flags.task().job(), flags.task().index(), Allocator.shared())) {
      server.count(metrics);
      StatusServer status = status(flags, server, metrics);
      DrainOnShutdown shutdown =
          DrainOnShutdown.install(limit -> end(server, status, limit), flags.drain(), err);
      PrintWriter out = spec.commandLine().getOut();
      out.println(flags.task().name() + " serves at " + server.target());
      if (status != null) {
        out.println("health and metrics at http:/" + status.address());
      }
      out.flush();
      var unused = server.replaced().thenAccept(reason -> endReplaced(server, flags, reason, err));
      shutdown.awaitAsked();
      Thread.currentThread().join(); // the drain ends the process
    }
    return 0;
  }

  /**
   * Another process is this task now: steps that run come to their end, and so does the process.
   */
  private static void endReplaced(
      Server server, ServerFlags flags, WeirException reason, PrintWriter err) {
    err.println("weir: " + reason.getMessage());
    err.flush();
    server.drain(flags.drain());
    Runtime.getRuntime().halt(REPLACED);
  }

  private static ServerOptions serverOptions(ServerFlags flags, Membership membership) {
    return ServerOptions.of(flags.task(), membership)
        .withAddress(flags.address())
        .withStreams(flags.streamOptions())
        .withPatience(flags.patience())
        .withAllowedDirectories(flags.allowedFolders())
        .withGrpc(flags.grpcOptions().withSecurity(security(flags)));
  }

  private static Security security(ServerFlags flags) {
    return new Security(
        flags
            .tls()
            .map(tls -> new Security.Certificates(tls.certificate(), tls.key(), tls.authorities()))
            .orElse(null),
        flags.tokenFile().map(Token::ofFile).orElse(null));
  }

  private static @Nullable StatusServer status(
      ServerFlags flags, Server server, ServerMetrics metrics) {
    return flags.httpPort().isEmpty()
        ? null
        : StatusServer.start(
            new InetSocketAddress(flags.bind().orElse("127.0.0.1"), flags.httpPort().getAsInt()),
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
          "steps still ran after " + limit.toSeconds() + " s and were cut off");
    }
  }
}
