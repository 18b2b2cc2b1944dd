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

/** The template behind {@link BinaryLoop}, built as {@link UnaryLoopTemplate} is. */
final class BinaryLoopTemplate implements BinaryLoop, Warmth.Loop {
  private static final int BOTH = 0;
  private static final int RIGHT_SCALAR = 1;
  private static final int LEFT_SCALAR = 2;

  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final Element<Object> ELEMENT = OPERATION.element();
  private static final @Nullable Function<Object> VECTORS = OPERATION.vectors();
  private static final ScalarFunctions.Binary SCALARS = OPERATION.scalars();
  private static final int SHIFT = ELEMENT.shift();
  private static final int STEP = ELEMENT.step();

  /** Whether vectors are stored directly: C2 may not inline another method late in a large one. */
  private static final boolean IS_PLAIN = ELEMENT.isPlain();

  private static final boolean IN_VECTORS = VECTORS != null && ELEMENT.pairsInVectors();

  private final Warmth both = new Warmth(this, BOTH, WARM_UP_THRESHOLD);
  private final Warmth rightScalar = new Warmth(this, RIGHT_SCALAR, WARM_UP_THRESHOLD);
  private final Warmth leftScalar = new Warmth(this, LEFT_SCALAR, WARM_UP_THRESHOLD);

  @Override
  public void run(long x, long y, long out, long count) {
    long whole = IN_VECTORS && both.allows(count) ? Lanes.wholeBytes(count, SHIFT, STEP) : 0;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      int bytes = (int) Math.min(Lanes.CHUNK_BYTES, whole - done);
      runWhole(x + done, y + done, out + done, bytes);
    }
    for (long i = whole; i < count << SHIFT; i += 1 << SHIFT) {
      ELEMENT.apply(SCALARS, x + i, y + i, out + i);
    }
  }

  @Override
  public void runRightScalar(long x, long y, long out, long count) {
    long whole = IN_VECTORS && rightScalar.allows(count) ? Lanes.wholeBytes(count, SHIFT, STEP) : 0;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      int bytes = (int) Math.min(Lanes.CHUNK_BYTES, whole - done);
      runWholeRightScalar(x + done, y, out + done, bytes);
    }
    for (long i = whole; i < count << SHIFT; i += 1 << SHIFT) {
      ELEMENT.apply(SCALARS, x + i, y, out + i);
    }
  }

  @Override
  public void runLeftScalar(long x, long y, long out, long count) {
    long whole = IN_VECTORS && leftScalar.allows(count) ? Lanes.wholeBytes(count, SHIFT, STEP) : 0;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      int bytes = (int) Math.min(Lanes.CHUNK_BYTES, whole - done);
      runWholeLeftScalar(x, y + done, out + done, bytes);
    }
    for (long i = whole; i < count << SHIFT; i += 1 << SHIFT) {
      ELEMENT.apply(SCALARS, x, y + i, out + i);
    }
  }

  private static void runWhole(long x, long y, long out, int bytes) {
    for (int i = 0; i < bytes; i += STEP) {
      Vector<Object> z = requireNonNull(VECTORS).apply(ELEMENT.load(x + i), ELEMENT.load(y + i));
      if (IS_PLAIN) {
        z.intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
      } else {
        ELEMENT.store(z, out + i);
      }
    }
  }

  private static void runWholeRightScalar(long x, long y, long out, int bytes) {
    Vector<Object> right = ELEMENT.broadcast(y);
    for (int i = 0; i < bytes; i += STEP) {
      Vector<Object> z = requireNonNull(VECTORS).apply(ELEMENT.load(x + i), right);
      if (IS_PLAIN) {
        z.intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
      } else {
        ELEMENT.store(z, out + i);
      }
    }
  }

  private static void runWholeLeftScalar(long x, long y, long out, int bytes) {
    Vector<Object> left = ELEMENT.broadcast(x);
    for (int i = 0; i < bytes; i += STEP) {
      Vector<Object> z = requireNonNull(VECTORS).apply(left, ELEMENT.load(y + i));
      if (IS_PLAIN) {
        z.intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
      } else {
        ELEMENT.store(z, out + i);
      }
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    long other = scratch + WarmUp.SCRATCH_BYTES / 2;
    switch (form) {
      case BOTH -> runWhole(scratch, other, scratch, WarmUp.VECTORS * STEP);
      case RIGHT_SCALAR -> runWholeRightScalar(scratch, other, scratch, WarmUp.VECTORS * STEP);
      default -> runWholeLeftScalar(other, scratch, scratch, WarmUp.VECTORS * STEP);
    }
  }
}
