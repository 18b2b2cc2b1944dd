package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.ParallelFor;
import java.util.function.IntConsumer;

/**
 * Runs the parts of a product, on the threads of the caller's choice.
 *
 * <p>Parts are independent and of similar cost; any thread may run any of them in any order.
 */
@FunctionalInterface
interface GemmTasks {
  /** Runs everything on the calling thread. */
  GemmTasks SERIAL =
      new GemmTasks() {
        @Override
        public void run(int tasks, IntConsumer body) {
          for (int task = 0; task < tasks; task++) {
            body.accept(task);
          }
        }

        @Override
        public int parallelism() {
          return 1;
        }
      };

  /** On the threads of a step. */
  static GemmTasks on(ParallelFor parallel) {
    return new GemmTasks() {
      @Override
      public void run(int tasks, IntConsumer body) {
        parallel.forRange(
            tasks,
            1,
            (from, to) -> {
              for (long task = from; task < to; task++) {
                body.accept((int) task);
              }
            });
      }

      @Override
      public int parallelism() {
        return parallel.threads();
      }
    };
  }

  /**
   * Calls {@code body} once with each of {@code 0 .. tasks - 1} and returns when all have returned.
   * What the bodies wrote is visible to the caller afterward.
   */
  void run(int tasks, IntConsumer body);

  /** How many tasks may run at once; a hint for how finely to cut the work. */
  default int parallelism() {
    return Runtime.getRuntime().availableProcessors();
  }
}
