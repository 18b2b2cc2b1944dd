package dev.weir.cluster.internal.http;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.weir.tensor.memory.Allocator;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * What a task counts and measures. All meters are called {@code weir.*} and have the labels {@code
 * job} and {@code task}, no others: the number of series does not grow with graphs or steps.
 * Thread-safe; counting takes no lock.
 */
public final class ServerMetrics implements AutoCloseable {
  private static final Duration[] STEP_BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(3),
    Duration.ofMillis(10),
    Duration.ofMillis(30),
    Duration.ofMillis(100),
    Duration.ofMillis(300),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofSeconds(100)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Tags tags;
  private final Counter stepsStarted;
  private final Counter stepsFinished;
  private final Counter stepsFailed;
  private final Timer stepDuration;
  private final LongAdder stepsRunning = new LongAdder();

  /** The registry refers to what it counts weakly. */
  private final List<LongSupplier> watched = new CopyOnWriteArrayList<>();

  /**
   * The metrics of a task, all at zero.
   *
   * @param allocator where the task's tensors have their memory
   */
  public ServerMetrics(String job, int task, Allocator allocator) {
    tags = Tags.of("job", job, "task", Integer.toString(task));
    stepsStarted = counter("weir.steps.started", "Steps this task has begun to run.");
    stepsFinished = counter("weir.steps.finished", "Steps that have ended well.");
    stepsFailed = counter("weir.steps.failed", "Steps that have ended with an error.");
    stepDuration =
        Timer.builder("weir.step.duration")
            .description("How long this task's part of a step takes.")
            .tags(tags)
            .serviceLevelObjectives(STEP_BUCKETS)
            .register(registry);
    Gauge.builder("weir.steps.running", stepsRunning, LongAdder::sum)
        .description("Steps that run now.")
        .tags(tags)
        .register(registry);
    watchMemory(allocator);
    watchProcess();
    watchCompiler();
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }

  private void watchMemory(Allocator allocator) {
    memory("weir.memory.used", "Memory that tensors hold.", allocator, Allocator.Usage::inUse);
    memory("weir.memory.cached", "Memory kept for reuse.", allocator, Allocator.Usage::cached);
    memory("weir.memory.limit", "What both may come to.", allocator, Allocator.Usage::budget);
  }

  private void memory(
      String name, String description, Allocator allocator, ToLongFunction<Allocator.Usage> part) {
    Gauge.builder(name, allocator, of -> part.applyAsLong(of.usage()))
        .description(description)
        .baseUnit(BaseUnits.BYTES)
        .tags(tags)
        .register(registry);
  }

  private void watchProcess() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Gauge.builder("weir.threads", threads, ThreadMXBean::getThreadCount)
        .description("Threads of the process, virtual ones not counted.")
        .tags(tags)
        .register(registry);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      Gauge.builder(
              "weir.files.open", system, UnixOperatingSystemMXBean::getOpenFileDescriptorCount)
          .description("Open files and connections of the process.")
          .tags(tags)
          .register(registry);
    }
  }

  /** Steps are slow while the JIT compiler has much to do. */
  private void watchCompiler() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
      FunctionCounter.builder("weir.jit", compiler, ServerMetrics::compilationSeconds)
          .description("Time the JIT compiler has worked, in all its threads.")
          .baseUnit("seconds")
          .tags(tags)
          .register(registry);
    }
  }

  private static double compilationSeconds(CompilationMXBean compiler) {
    return compiler.getTotalCompilationTime() / 1e3;
  }

  /**
   * Shows how many sessions and graphs a task holds.
   *
   * @param sessions how many sessions are open now
   * @param graphs how many graphs are registered now
   */
  public void watch(IntSupplier sessions, IntSupplier graphs) {
    gauge("weir.sessions.open", "Sessions that are open.", sessions);
    gauge("weir.graphs.registered", "Graphs that this task keeps to run.", graphs);
  }

  /**
   * Shows how many bytes of messages a task has exchanged with others.
   *
   * @param sent all bytes sent so far
   * @param received all bytes received so far
   */
  public void watchTraffic(LongSupplier sent, LongSupplier received) {
    bytes("weir.tensors.sent", "Bytes of messages sent to other tasks and to clients.", sent);
    bytes("weir.tensors.received", "Bytes of messages received from them.", received);
  }

  private void bytes(String name, String description, LongSupplier count) {
    FunctionCounter.builder(name, count, LongSupplier::getAsLong)
        .description(description)
        .baseUnit(BaseUnits.BYTES)
        .tags(tags)
        .register(registry);
    watched.add(count);
  }

  private void gauge(String name, String description, IntSupplier value) {
    // held strongly: a supplier is often a lambda without other references
    Gauge.builder(name, value::getAsInt).description(description).tags(tags).register(registry);
  }

  /** A step begins here. {@link #stepFinished} or {@link #stepFailed} is to follow. */
  public void stepStarted() {
    stepsStarted.increment();
    stepsRunning.increment();
  }

  /** A step has ended well. */
  public void stepFinished(Duration duration) {
    ended(stepsFinished, duration);
  }

  /** A step has ended with an error. */
  public void stepFailed(Duration duration) {
    ended(stepsFailed, duration);
  }

  private void ended(Counter how, Duration duration) {
    stepsRunning.decrement();
    how.increment();
    stepDuration.record(duration);
  }

  /** All of it, in Prometheus' text format 0.0.4. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }
}
