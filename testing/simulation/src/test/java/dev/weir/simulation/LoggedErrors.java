package dev.weir.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What Weir logs as errors until this is closed; nothing of what it logs is printed meanwhile. */
final class LoggedErrors implements AutoCloseable {
  private final Logger weir = (Logger) LoggerFactory.getLogger("dev.weir");
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
            events.add(event);
          }
        }
      };

  LoggedErrors() {
    appender.setContext(weir.getLoggerContext());
    appender.start();
    weir.addAppender(appender);
    weir.setAdditive(false);
  }

  List<String> errors() {
    return events.stream()
        .map(
            event ->
                event.getLoggerName()
                    + ": "
                    + event.getFormattedMessage()
                    + (event.getThrowableProxy() == null
                        ? ""
                        : " "
                            + event.getThrowableProxy().getClassName()
                            + ": "
                            + event.getThrowableProxy().getMessage()))
        .toList();
  }

  void clear() {
    events.clear();
  }

  @Override
  public void close() {
    weir.setAdditive(true);
    weir.detachAppender(appender);
    appender.stop();
  }
}
