package dev.weir.kernels.vector;

import java.lang.invoke.MethodHandles;

/** Conversions of elements one by one, as loops over memory: the template and its maker. */
final class CastLoop implements UnaryLoop {
  /** Converts one element. */
  @FunctionalInterface
  interface Function {
    void convert(long in, long out);
  }

  /** What a copy of the loop is made for; steps are bytes per element. */
  record Operation(int inStep, int outStep, Function function) {}

  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final int IN_STEP = OPERATION.inStep();
  private static final int OUT_STEP = OPERATION.outStep();
  private static final Function FUNCTION = OPERATION.function();

  /** Elements after which the inner loop begins anew, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  @Override
  public void run(long in, long out, long count) {
    for (long done = 0; done < count; done += CHUNK) {
      run(in + done * IN_STEP, out + done * OUT_STEP, (int) Math.min(CHUNK, count - done));
    }
  }

  private static void run(long in, long out, int count) {
    for (int i = 0; i < count; i++) {
      FUNCTION.convert(in + (long) i * IN_STEP, out + (long) i * OUT_STEP);
    }
  }
}
