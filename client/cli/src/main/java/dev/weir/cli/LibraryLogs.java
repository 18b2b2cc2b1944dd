package dev.weir.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has libraries that log by the JDK's own means, as gRPC does, log where Weir does, and in one line
 * where they would print the stack of an exception caused by bytes of a peer. With level DEBUG the
 * stack is there too; errors of the program always come with it.
 */
public final class LibraryLogs extends Handler {
  private static final String CLASS = "java.util.logging.config.class";
  private static final String FILE = "java.util.logging.config.file";

  /** A message that is too large is told of by the task itself, with who sent it. */
  private static final String SETTINGS =
      """
      handlers = %s
      .level = INFO
      io.grpc.netty.shaded.io.grpc.netty.NettyServerStream.level = SEVERE
      """;

  private final SimpleFormatter formatter = new SimpleFormatter();

  /** Sees to it, once a library wants to log; nothing is loaded before. Users may set it up. */
  static void prepare() {
    if (System.getProperty(CLASS) == null && System.getProperty(FILE) == null) {
      System.setProperty(CLASS, Settings.class.getName());
    }
  }

  /** Made by the JDK when the first logger is asked for. */
  public static final class Settings {
    public Settings() throws IOException {
      String settings = SETTINGS.formatted(LibraryLogs.class.getName());
      LogManager.getLogManager()
          .readConfiguration(new ByteArrayInputStream(settings.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Override
  public void publish(LogRecord entry) {
    Logger log = LoggerFactory.getLogger(String.valueOf(entry.getLoggerName()));
    String message = formatter.formatMessage(entry);
    Throwable thrown = entry.getThrown();
    int level = entry.getLevel().intValue();
    if (level >= Level.SEVERE.intValue()) {
      log.error(message, thrown);
    } else if (thrown != null) {
      log.warn("{}: {}", message, thrown.toString().lines().findFirst().orElse(""));
      log.debug(message, thrown);
    } else if (level >= Level.WARNING.intValue()) {
      log.warn(message);
    } else {
      log.info(message);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
