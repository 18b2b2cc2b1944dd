package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.NativeCalls.INT;
import static dev.weir.kernels.onednn.NativeCalls.brief;
import static dev.weir.kernels.onednn.NativeCalls.function;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/**
 * The OpenMP runtime that oneDNN is bound to.
 *
 * <p>The number of threads belongs to the calling operating-system thread, and each such thread has
 * worker threads of its own. A virtual thread must therefore not block between setting the number
 * and executing the primitive; nothing in this package does.
 */
final class OpenMp {

  private static final MethodHandle SET_NUM_THREADS =
      function("omp_set_num_threads", FunctionDescriptor.ofVoid(INT), brief());
  private static final MethodHandle GET_MAX_THREADS =
      function("omp_get_max_threads", FunctionDescriptor.of(INT), brief());

  private OpenMp() {}

  /** Parallel regions begun by this thread from now on use so many threads, this one included. */
  static void useThreads(int threads) {
    try {
      SET_NUM_THREADS.invokeExact(threads);
    } catch (Throwable t) {
      throw NativeCalls.unexpected("omp_set_num_threads", t);
    }
  }

  /** How many threads a parallel region begun by this thread would use. */
  static int maxThreads() {
    try {
      return (int) GET_MAX_THREADS.invokeExact();
    } catch (Throwable t) {
      throw NativeCalls.unexpected("omp_get_max_threads", t);
    }
  }
}
