package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.elementwise.BinaryLoop;
import dev.weir.kernels.vector.internal.elementwise.UnaryLoop;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.invoke.MethodHandles;

/** Conversions of elements, as loops over memory: the template and what it is made for. */
final class CastLoop implements UnaryLoop, Warmth.Loop {
  /** Converts one element, or a vector of them. */
  @FunctionalInterface
  interface Function {
    void convert(long in, long out);
  }

  /**
   * What a copy of the loop is made for; steps are bytes per element.
   *
   * @param lanes how many elements {@code vectors} converts; 0 if single elements are as fast
   */
  record Operation(int inStep, int outStep, Function scalars, int lanes, Function vectors) {}

  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final int IN_STEP = OPERATION.inStep();
  private static final int OUT_STEP = OPERATION.outStep();
  private static final int LANES = OPERATION.lanes();
  private static final Function SCALARS = OPERATION.scalars();
  private static final Function VECTORS = OPERATION.vectors();

  /** Elements after which the inner loop restarts, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  private final Warmth warmth = new Warmth(this, 0, BinaryLoop.WARM_UP_THRESHOLD);

  @Override
  public void run(long in, long out, long count) {
    long whole = LANES > 0 && warmth.allows(count) ? count & -LANES : 0;
    for (long done = 0; done < whole; done += CHUNK) {
      int part = (int) Math.min(CHUNK, whole - done);
      runWhole(in + done * IN_STEP, out + done * OUT_STEP, part);
    }
    for (long done = whole; done < count; done += CHUNK) {
      int part = (int) Math.min(CHUNK, count - done);
      runOneByOne(in + done * IN_STEP, out + done * OUT_STEP, part);
    }
  }

  private static void runWhole(long in, long out, int count) {
    for (int i = 0; i < count; i += LANES) {
      VECTORS.convert(in + (long) i * IN_STEP, out + (long) i * OUT_STEP);
    }
  }

  private static void runOneByOne(long in, long out, int count) {
    for (int i = 0; i < count; i++) {
      SCALARS.convert(in + (long) i * IN_STEP, out + (long) i * OUT_STEP);
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    runWhole(scratch, scratch + WarmUp.SCRATCH_BYTES / 2, WarmUp.VECTORS * LANES);
  }
}
