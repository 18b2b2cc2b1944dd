package dev.weir.cluster;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.slf4j.LoggerFactory;

/**
 * What is logged in this process at a level that tasks show, from when it is made until it is
 * closed: by Weir, and by gRPC, which has its own way of logging. None of it is printed.
 */
public final class CapturedLog implements AutoCloseable {
  private static final java.util.logging.Logger GRPC =
      java.util.logging.Logger.getLogger("io.grpc");

  private final Logger weir = (Logger) LoggerFactory.getLogger("dev.weir");
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final List<String> ofGrpc = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            events.add(event);
          }
        }
      };
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          ofGrpc.add(entry.getLoggerName() + ": " + entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Begins to listen. */
  public CapturedLog() {
    appender.setContext(weir.getLoggerContext());
    appender.start();
    weir.addAppender(appender);
    weir.setAdditive(false);
    GRPC.addHandler(handler);
    GRPC.setUseParentHandlers(false);
  }

  /** What Weir said, a line each. */
  public List<String> lines() {
    return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  /** The errors among them, which nothing that comes from outside may cause. */
  public List<String> errors() {
    return events.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
        .map(CapturedLog::told)
        .toList();
  }

  private static String told(ILoggingEvent event) {
    return event.getLoggerName()
        + ": "
        + event.getFormattedMessage()
        + (event.getThrowableProxy() == null
            ? ""
            : " "
                + event.getThrowableProxy().getClassName()
                + ": "
                + event.getThrowableProxy().getMessage());
  }

  /** What gRPC said. */
  public List<String> linesOfGrpc() {
    return List.copyOf(ofGrpc);
  }

  /** How many of the lines came with a stack trace. */
  public long stackTraces() {
    return events.stream().filter(event -> event.getThrowableProxy() != null).count();
  }

  /** Forgets what was said so far. */
  public void clear() {
    events.clear();
    ofGrpc.clear();
  }

  @Override
  public void close() {
    GRPC.setUseParentHandlers(true);
    GRPC.removeHandler(handler);
    weir.setAdditive(true);
    weir.detachAppender(appender);
    appender.stop();
  }
}
