package dev.weir.conformance;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.weir.graph.GraphPass;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelProvider;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.internal.schedule.Lookahead;
import dev.weir.runtime.internal.schedule.ScheduleReceives;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Counts which passes change graphs in all sessions, by what the optimizer logs, until closed. */
final class CountedPasses implements AutoCloseable {
  private final Logger optimizer = (Logger) LoggerFactory.getLogger(GraphOptimizer.class);
  private final @Nullable Level level = optimizer.getLevel();
  private final Map<String, Integer> fired = new ConcurrentSkipListMap<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel() == Level.TRACE) {
            fired.merge(String.valueOf(event.getArgumentArray()[0]), 1, Integer::sum);
          }
        }
      };

  CountedPasses() {
    appender.setContext(optimizer.getLoggerContext());
    appender.start();
    optimizer.addAppender(appender);
    optimizer.setLevel(Level.TRACE);
    optimizer.setAdditive(false);
  }

  /** How often each pass changed a graph. */
  Map<String, Integer> fired() {
    return fired;
  }

  @Override
  public void close() {
    optimizer.setAdditive(true);
    optimizer.setLevel(level);
    optimizer.detachAppender(appender);
    appender.stop();
  }

  /** The kernels that are used where speed matters, with receives that are delayed if possible. */
  static KernelSelector kernels() {
    List<KernelProvider> providers = new ArrayList<>(KernelSelector.standard().providers());
    providers.add(new NarrowSchedule());
    return new KernelSelector(providers);
  }

  /** Delays receives however small and few they are. */
  private static final class NarrowSchedule implements KernelProvider {
    private static final Lookahead NARROW = new Lookahead(1, 0, 0, Duration.ZERO);

    @Override
    public List<GraphPass> passes() {
      return List.of(new ScheduleReceives(NARROW));
    }

    @Override
    public String name() {
      return "narrow schedule";
    }

    @Override
    public int priority() {
      return 0;
    }

    @Override
    public @Nullable String unavailableBecause() {
      return null;
    }

    @Override
    public String describe() {
      return "no kernels";
    }

    @Override
    public Set<String> ops() {
      return Set.of();
    }

    @Override
    public Optional<Kernel> kernel(KernelSpec spec) {
      return Optional.empty();
    }
  }
}
