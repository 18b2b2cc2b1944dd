package dev.weir.kernels.vector.internal.elementwise;

import static java.util.Objects.requireNonNull;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * The template behind {@link UnaryLoop}.
 *
 * <p>The function of vectors is called at one place in each method: C2 inlines it at every call,
 * and gives up (boxing all vectors) when a method becomes too large.
 */
final class UnaryLoopTemplate implements UnaryLoop, Warmth.Loop {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final Element<Object> ELEMENT = OPERATION.element();
  private static final @Nullable Function<Object> VECTORS = OPERATION.vectors();
  private static final ScalarFunctions.Unary SCALARS = OPERATION.scalars();
  private static final int SHIFT = ELEMENT.shift();
  private static final int STEP = ELEMENT.step();

  /** Whether vectors are stored directly: C2 may not inline another method late in a large one. */
  private static final boolean IS_PLAIN = ELEMENT.isPlain();

  private final Warmth warmth = new Warmth(this, 0, OPERATION.warmUpThreshold());

  @Override
  public void run(long in, long out, long count) {
    long whole = VECTORS != null && warmth.allows(count) ? Lanes.wholeBytes(count, SHIFT, STEP) : 0;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      runWhole(in + done, out + done, (int) Math.min(Lanes.CHUNK_BYTES, whole - done));
    }
    for (long i = whole; i < count << SHIFT; i += 1 << SHIFT) {
      ELEMENT.apply(SCALARS, in + i, out + i);
    }
  }

  private static void runWhole(long in, long out, int bytes) {
    for (int i = 0; i < bytes; i += STEP) {
      Vector<Object> z = requireNonNull(VECTORS).apply(ELEMENT.load(in + i));
      if (IS_PLAIN) {
        z.intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
      } else {
        ELEMENT.store(z, out + i);
      }
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    runWhole(scratch, scratch, WarmUp.VECTORS * STEP);
  }
}
