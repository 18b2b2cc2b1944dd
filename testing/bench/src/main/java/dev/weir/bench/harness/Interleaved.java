package dev.weir.bench.harness;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures contenders in turns: first each warms up until its pace is steady and the JIT compiler
 * has nothing left to do, then all have one turn per round. What disturbs the machine for a while
 * disturbs them all alike.
 */
public final class Interleaved {
  private static final int STEADY_TURNS = 3;
  private static final double STEADY = 0.05;

  /** The share of a turn the JIT compiler may be busy, in one thread, for the code to be final. */
  private static final double COMPILING = 0.1;

  private final Effort effort;
  private final LongSupplier clock;
  private final LongSupplier compilation;

  /** Measures with the clock of the system. */
  public Interleaved(Effort effort) {
    this(effort, System::nanoTime, Interleaved::compilationNanos);
  }

  /** Measures with a clock, and with one of the time spent compiling; both count nanoseconds. */
  Interleaved(Effort effort, LongSupplier clock, LongSupplier compilation) {
    this.effort = effort;
    this.clock = clock;
    this.compilation = compilation;
  }

  private static long compilationNanos() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime())
        : 0;
  }

  /** Seconds a call takes, by contender. */
  public Measurements measure(List<Contender> contenders) {
    long[] times = new long[contenders.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = warmUp(contenders.get(i));
    }
    double[][] seconds = new double[times.length][effort.rounds()];
    long start = clock.getAsLong();
    int rounds = 0;
    while (rounds < effort.rounds() && (rounds < Effort.FEWEST_ROUNDS || hasTime(start))) {
      for (int i = 0; i < times.length; i++) {
        seconds[i][rounds] = nanosPerCall(contenders.get(i), times[i]) / 1e9;
      }
      rounds++;
    }
    Measurements measured = new Measurements();
    for (int i = 0; i < times.length; i++) {
      measured.add(new Measurement(contenders.get(i).name(), Arrays.copyOf(seconds[i], rounds)));
    }
    return measured;
  }

  private boolean hasTime(long start) {
    return clock.getAsLong() - start < effort.longestRounds().toNanos();
  }

  /** Runs until turns take equally long; returns how many calls make a turn. */
  private long warmUp(Contender contender) {
    long start = clock.getAsLong();
    long times = 1;
    List<Double> turns = new ArrayList<>();
    while (true) {
      long compiled = compilation(contender);
      double nanos = nanosPerCall(contender, times);
      turns.add(nanos);
      boolean isFinal = compilation(contender) - compiled <= COMPILING * nanos * times;
      long fitting = Math.max(1, Math.round(effort.sample().toNanos() / Math.max(nanos, 0.1)));
      // the first calls are slow, so what fits is approached step by step
      times = Math.min(fitting, times * 8);
      Duration spent = Duration.ofNanos(clock.getAsLong() - start);
      boolean isWarm = spent.compareTo(effort.shortestWarmUp()) >= 0 && isFinal && isSteady(turns);
      if (isWarm || spent.compareTo(effort.longestWarmUp()) >= 0) {
        return times;
      }
    }
  }

  private long compilation(Contender contender) {
    return compilation.getAsLong() + contender.compilation().getAsLong();
  }

  private static boolean isSteady(List<Double> turns) {
    if (turns.size() < STEADY_TURNS) {
      return false;
    }
    double least = Double.MAX_VALUE;
    double most = 0;
    for (double turn : turns.subList(turns.size() - STEADY_TURNS, turns.size())) {
      least = Math.min(least, turn);
      most = Math.max(most, turn);
    }
    return most <= least * (1 + STEADY);
  }

  private double nanosPerCall(Contender contender, long times) {
    contender.preparation().run();
    long start = clock.getAsLong();
    contender.work().run(times);
    return (double) (clock.getAsLong() - start) / times;
  }
}
