package dev.weir.fuzz.parse;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/**
 * A task in this process that is sent mutated messages. Exceptions that are no {@link
 * WeirException} end in its log, which is watched.
 */
final class FuzzedTask implements AutoCloseable {
  static final String HOST = "127.0.0.1";

  private final Server server;
  private final int port;
  private final int streamPort;
  private final Mistakes mistakes = new Mistakes();

  /** Log lines with an exception that is a mistake of the task's own. */
  private static final class Mistakes extends AppenderBase<ILoggingEvent> {
    private final ConcurrentLinkedQueue<String> found = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent event) {
      var thrown = event.getThrowableProxy();
      if (thrown != null && isMistake(thrown.getClassName())) {
        StringBuilder text =
            new StringBuilder(
                event.getFormattedMessage()
                    + ": "
                    + thrown.getClassName()
                    + ": "
                    + thrown.getMessage());
        for (var line : thrown.getStackTraceElementProxyArray()) {
          text.append("\n  ").append(line);
        }
        found.add(text.toString());
      }
    }

    private static boolean isMistake(String name) {
      return !name.equals(WeirException.class.getName())
          && !name.startsWith("java.io.")
          && !name.startsWith("java.nio.channels.")
          && !name.startsWith("io.grpc.Status")
          && !name.startsWith("java.util.concurrent.");
    }
  }

  FuzzedTask() throws IOException {
    try (ServerSocket first = free();
        ServerSocket second = free()) {
      port = first.getLocalPort();
      streamPort = second.getLocalPort();
    }
    Logger logger = (Logger) LoggerFactory.getLogger("dev.weir");
    logger.setLevel(Level.DEBUG);
    logger.setAdditive(false);
    mistakes.setContext(logger.getLoggerContext());
    mistakes.start();
    logger.addAppender(mistakes);
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    TaskId task = new TaskId("worker", 0);
    ClusterSpec spec = ClusterSpec.builder().task(task, HOST + ":" + port).build();
    server =
        Server.start(
            ServerOptions.builder(task, new FixedMembership(spec))
                .allowedDirectories(List.of())
                .streams(StreamOptions.builder().port(streamPort).local(false).build())
                .build());
  }

  private static ServerSocket free() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByName(HOST));
  }

  int port() {
    return port;
  }

  int streamPort() {
    return streamPort;
  }

  /** Fails if the task logged a mistake of its own. */
  void check() throws IOException {
    String mistake = mistakes.found.poll();
    if (mistake != null) {
      throw new IOException("the task made a mistake: " + mistake);
    }
  }

  @Override
  public void close() {
    server.close();
    ((Logger) LoggerFactory.getLogger("dev.weir")).detachAppender(mistakes);
  }
}
