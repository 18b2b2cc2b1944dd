package dev.weir.kernels.vector;

import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;

/** The template behind {@link BinaryLoop}, built as {@link UnaryLoopTemplate} is. */
final class BinaryLoopTemplate implements BinaryLoop {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final Element<Object> ELEMENT = OPERATION.element();
  private static final Function<Object> F = OPERATION.function();
  private static final int LANES = ELEMENT.species().length();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void run(long x, long y, long out, long count) {
    long whole = (count & -LANES) << SHIFT;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      int bytes = (int) Math.min(Lanes.CHUNK_BYTES, whole - done);
      runWhole(x + done, y + done, out + done, bytes);
    }
    if ((count & (LANES - 1)) > 0) {
      VectorMask<Object> mask = rest(count);
      store(
          F.apply(ELEMENT.load(x + whole, mask), ELEMENT.load(y + whole, mask)), out, whole, mask);
    }
  }

  @Override
  public void runRightScalar(long x, long y, long out, long count) {
    Vector<Object> right = ELEMENT.broadcast(y);
    long whole = (count & -LANES) << SHIFT;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      int bytes = (int) Math.min(Lanes.CHUNK_BYTES, whole - done);
      runWholeRightScalar(x + done, right, out + done, bytes);
    }
    if ((count & (LANES - 1)) > 0) {
      VectorMask<Object> mask = rest(count);
      store(F.apply(ELEMENT.load(x + whole, mask), right), out, whole, mask);
    }
  }

  @Override
  public void runLeftScalar(long x, long y, long out, long count) {
    Vector<Object> left = ELEMENT.broadcast(x);
    long whole = (count & -LANES) << SHIFT;
    for (long done = 0; done < whole; done += Lanes.CHUNK_BYTES) {
      int bytes = (int) Math.min(Lanes.CHUNK_BYTES, whole - done);
      runWholeLeftScalar(left, y + done, out + done, bytes);
    }
    if ((count & (LANES - 1)) > 0) {
      VectorMask<Object> mask = rest(count);
      store(F.apply(left, ELEMENT.load(y + whole, mask)), out, whole, mask);
    }
  }

  private static void runWhole(long x, long y, long out, int bytes) {
    for (int i = 0; i < bytes; i += Lanes.BYTES) {
      F.apply(ELEMENT.load(x + i), ELEMENT.load(y + i))
          .intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
    }
  }

  private static void runWholeRightScalar(long x, Vector<Object> right, long out, int bytes) {
    for (int i = 0; i < bytes; i += Lanes.BYTES) {
      F.apply(ELEMENT.load(x + i), right).intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
    }
  }

  private static void runWholeLeftScalar(Vector<Object> left, long y, long out, int bytes) {
    for (int i = 0; i < bytes; i += Lanes.BYTES) {
      F.apply(left, ELEMENT.load(y + i)).intoMemorySegment(RawMemory.ALL, out + i, Lanes.ORDER);
    }
  }

  private static VectorMask<Object> rest(long count) {
    return ELEMENT.species().indexInRange(0, (int) count & (LANES - 1));
  }

  private static void store(Vector<Object> result, long out, long offset, VectorMask<Object> mask) {
    result.intoMemorySegment(RawMemory.ALL, out + offset, Lanes.ORDER, mask);
  }
}
