package dev.weir.bench.network;

/** A system that does a {@link Task}. */
public interface Side extends AutoCloseable {
  /** Which system. */
  String name();

  /** Takes so many steps. */
  void run(long times);

  /** Takes one step and tells what came of it: the loss before the step, or all scores. */
  float[] observe();

  /** Frees what it holds. */
  @Override
  void close();
}
