package dev.weir.bench.harness;

/**
 * Somebody who is measured, and what it does.
 *
 * @param name who: {@code weir}, {@code tensorflow}
 * @param work what it does again and again
 */
public record Contender(String name, Work work) {
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
}
