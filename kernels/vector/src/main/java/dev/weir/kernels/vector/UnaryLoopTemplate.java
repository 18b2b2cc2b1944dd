package dev.weir.kernels.vector;

import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;

/**
 * The template behind {@link UnaryLoop}.
 *
 * <p>The function is called at one place in each method: C2 inlines it at every call, and gives up
 * (boxing all vectors) when a method becomes too large.
 */
final class UnaryLoopTemplate implements UnaryLoop {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final Element<Object> ELEMENT = OPERATION.element();
  private static final Function<Object> F = OPERATION.function();
  private static final int LANES = ELEMENT.species().length();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void run(long in, long out, long count) {
    long whole = (count & -LANES) << SHIFT;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      runWhole(in + done, out + done, (int) Math.min(Lanes.CHUNK_BYTES, whole - done));
    }
    int rest = (int) count & (LANES - 1);
    if (rest > 0) {
      runRest(in + whole, out + whole, rest);
    }
  }

  private static void runWhole(long in, long out, int bytes) {
    for (int i = 0; i < bytes; i += Lanes.BYTES) {
      F.apply(ELEMENT.load(in + i)).intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
    }
  }

  private static void runRest(long in, long out, int count) {
    VectorMask<Object> mask = ELEMENT.species().indexInRange(0, count);
    Vector<Object> result = F.apply(ELEMENT.load(in, mask));
    result.intoMemorySegment(RawMemory.ALL, out, Lanes.ORDER, mask);
  }
}
