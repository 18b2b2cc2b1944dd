package dev.weir.bench.harness;

import java.util.function.LongSupplier;

/**
 * A system under measurement, and its work.
 *
 * @param name who: {@code weir}, {@code tensorflow}
 * @param work what it does again and again
 * @param preparation what is done before each of its turns, and not measured
 * @param compilation how many nanoseconds JIT compilers have worked for it in other processes
 */
public record Contender(String name, Work work, Runnable preparation, LongSupplier compilation) {
  /** A contender that needs no preparation. */
  public Contender(String name, Work work) {
    this(name, work, () -> {}, () -> 0);
  }

  /** Does the same thing several times over. */
  @FunctionalInterface
  public interface Work {
    void run(long times);
  }

  /** A contender given as a single call. */
  public static Contender of(String name, Runnable call) {
    return new Contender(
        name,
        times -> {
          for (long i = 0; i < times; i++) {
            call.run();
          }
        });
  }

  /** Returns a contender that is prepared before each turn. */
  public Contender preparedBy(Runnable other) {
    return new Contender(name, work, other, compilation);
  }

  /** Returns a contender whose JIT compilation also happens in other processes. */
  public Contender compiledBy(LongSupplier others) {
    return new Contender(name, work, preparation, others);
  }
}
