package dev.weir.kernels.onednn;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs computations of oneDNN: takes cores from the budget, the compiled primitive from the cache,
 * and calls it. Thread-safe; one per process.
 *
 * <p>Data is native memory that stays valid during the call; memory owned by the garbage collector
 * is kept alive. No call blocks, other than on another thread compiling the same primitive.
 */
final class PrimitiveRunner {

  /**
   * Work that makes a further thread worthwhile. One that is still spinning takes 5 microseconds,
   * in which a core does some 400,000 operations; in a step products follow each other, and it is.
   * Waking one takes up to 50 microseconds.
   */
  static final double FLOPS_PER_THREAD = 6e5;

  /** A compiled primitive takes some ten kilobytes. */
  private static final int CACHED_PRIMITIVES = 1024;

  private final PrimitiveCache cache;
  private final ThreadBudget budget;
  private final int isa = Dnnl.effectiveCpuIsa();

  /** Created on first use, after oneDNN is known to be available. */
  private static final class Shared {
    static final PrimitiveRunner RUNNER =
        new PrimitiveRunner(
            new PrimitiveCache(CACHED_PRIMITIVES),
            new ThreadBudget(Runtime.getRuntime().availableProcessors()));
  }

  PrimitiveRunner(PrimitiveCache cache, ThreadBudget budget) {
    this.cache = cache;
    this.budget = budget;
  }

  /** The runner of this process. */
  static PrimitiveRunner shared() {
    return Shared.RUNNER;
  }

  /**
   * Computes {@code c} from {@code a} and {@code b}, on as many threads as are free and useful, at
   * most {@code allowed}.
   */
  void matMulWithin(
      int allowed,
      MatMulSpec spec,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c,
      Scratch scratch) {
    double flops = spec.flops();
    if (flops < GemmPolicy.TINY_FLOPS) {
      matMul(spec, 1, a, b, c, scratch); // over before counting it would pay
      return;
    }
    int threads = budget.take(Math.min(allowed, usefulThreads(flops)));
    try {
      matMul(spec, threads, a, b, c, scratch);
    } finally {
      budget.give(threads);
    }
  }

  /** Whether {@code dnnl_sgemm} is the better way to compute a product. */
  boolean prefersGemm(MatMulSpec spec) {
    return GemmPolicy.prefersGemm(isa, spec);
  }

  /** Computes {@code c} from {@code a} and {@code b} on the given number of threads. */
  void matMul(
      MatMulSpec spec,
      int threads,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c,
      Scratch scratch) {
    if (prefersGemm(spec)) {
      gemm(spec, threads, a, b, c);
    } else {
      primitive(spec, threads, a, b, c, scratch);
    }
  }

  /** By {@code dnnl_sgemm}, which needs neither a cache nor scratch memory of ours. */
  void gemm(MatMulSpec spec, int threads, MemorySegment a, MemorySegment b, MemorySegment c) {
    gemm(spec, threads, 1, a, b, 0, c);
  }

  /** Sets {@code c} to {@code alpha a b + beta c}, by {@code dnnl_sgemm}. */
  void gemm(
      MatMulSpec spec,
      int threads,
      float alpha,
      MemorySegment a,
      MemorySegment b,
      float beta,
      MemorySegment c) {
    long m = spec.m();
    long k = spec.k();
    long n = spec.n();
    requireFloats("a", spec, a, m * k);
    requireFloats("b", spec, b, k * n);
    requireFloats("c", spec, c, m * n);
    OpenMp.useThreads(threads);
    Dnnl.sgemm(
        spec.transposeA(),
        spec.transposeB(),
        m,
        n,
        k,
        alpha,
        a.address(),
        b.address(),
        beta,
        c.address());
    Reference.reachabilityFence(a);
    Reference.reachabilityFence(b);
    Reference.reachabilityFence(c);
  }

  /** By a compiled primitive. */
  void primitive(
      MatMulSpec spec,
      int threads,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c,
      Scratch scratch) {
    Invocation invocation = acquire(spec, threads);
    try {
      invocation.bind(MatMulSpec.A, a).bind(MatMulSpec.B, b).bind(MatMulSpec.C, c);
      long bytes = invocation.scratchpadBytes();
      invocation.execute(bytes == 0 ? MemorySegment.NULL : scratch.take(bytes));
    } finally {
      invocation.primitive().release(invocation);
    }
    Reference.reachabilityFence(a);
    Reference.reachabilityFence(b);
    Reference.reachabilityFence(c);
  }

  /** Work for a number of threads. */
  @FunctionalInterface
  interface Work {
    void run(int threads);
  }

  /** Does work on as many threads as are free and useful, at most {@code allowed}. */
  void within(int allowed, double flops, Work work) {
    int threads = budget.take(Math.min(allowed, usefulThreads(flops)));
    try {
      work.run(threads);
    } finally {
      budget.give(threads);
    }
  }

  /** Bytes of an argument in the layout that a primitive wants of it. */
  long argumentBytes(PrimitiveSpec spec, int threads, PrimitiveArgument argument) {
    Invocation invocation = acquire(spec, threads);
    try {
      return DnnlObjects.memoryDescSize(invocation.primitive().argumentDesc(argument));
    } finally {
      invocation.primitive().release(invocation);
    }
  }

  /** Runs a primitive on data in the order of its arguments. */
  void run(PrimitiveSpec spec, int threads, Scratch scratch, MemorySegment... data) {
    Invocation invocation = acquire(spec, threads);
    try {
      for (int i = 0; i < data.length; i++) {
        invocation.bind(i, data[i]);
      }
      long bytes = invocation.scratchpadBytes();
      invocation.execute(bytes == 0 ? MemorySegment.NULL : scratch.take(bytes));
    } finally {
      invocation.primitive().release(invocation);
    }
    Reference.reachabilityFence(data);
  }

  private Invocation acquire(PrimitiveSpec spec, int threads) {
    while (true) {
      // Null if the primitive was evicted between the two calls; then it is compiled anew.
      @Nullable Invocation invocation = cache.get(spec, threads).acquire();
      if (invocation != null) {
        return invocation;
      }
    }
  }

  private static int usefulThreads(double flops) {
    return (int) Math.clamp(flops / FLOPS_PER_THREAD, 1, Integer.MAX_VALUE);
  }

  private static void requireFloats(String name, MatMulSpec spec, MemorySegment data, long count) {
    if (data.byteSize() < count * Float.BYTES || !data.isNative()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s of %s needs %d bytes of native memory, got %s",
              name,
              spec,
              count * Float.BYTES,
              data));
    }
  }
}
