package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.BroadcastRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Any op that works on two operands element by element and broadcasts them. */
public final class BinaryVectorKernel implements Kernel {
  /** Shorter rows, if many, are processed several at a time. */
  private static final int SHORT_ROW = 256;

  private static final int FEW_ROWS = 16;

  private final BinaryLoop loop;
  private final int inShift;
  private final int outShift;
  private final boolean isInPlace;
  private final Grain grain;

  private BinaryVectorKernel(
      BinaryLoop loop, int inShift, int outShift, boolean isInPlace, Grain grain) {
    this.loop = loop;
    this.inShift = inShift;
    this.outShift = outShift;
    this.isInPlace = isInPlace;
    this.grain = grain;
  }

  /** A function whose result has the type of its operands, and may be written over one. */
  public static BinaryVectorKernel of(BinaryLoop loop, int shift, Grain grain) {
    return new BinaryVectorKernel(loop, shift, shift, true, grain);
  }

  /** A comparison; {@code shift} is the binary logarithm of the bytes of an operand's element. */
  static BinaryVectorKernel comparing(BinaryLoop loop, int shift) {
    return converting(loop, shift, 0);
  }

  /** A function whose result has another type; the shifts are those of operands and result. */
  static BinaryVectorKernel converting(BinaryLoop loop, int inShift, int outShift) {
    return new BinaryVectorKernel(loop, inShift, outShift, false, Grain.CHEAP);
  }

  @Override
  public void compute(KernelContext context) {
    compute(context, context.input(1).shape());
  }

  /** With the right operand seen in another shape. */
  public void compute(KernelContext context, Shape right) {
    Tensor x = context.input(0);
    Tensor y = context.input(1);
    if (x.shape().equals(right)) {
      runAlike(context, x, y, result(context, right));
    } else if (y.elements() == 1 && right.rank() <= x.shape().rank()) {
      runRightScalar(context, x, y, result(context, x.shape()));
    } else if (x.elements() == 1 && x.shape().rank() <= right.rank()) {
      runLeftScalar(context, x, y, result(context, right));
    } else {
      BroadcastRows broadcast = BroadcastRows.of(x.shape(), right);
      Tensor z = result(context, broadcast.shape());
      if (broadcast.rowSize() >= SHORT_ROW || broadcast.rows() < FEW_ROWS) {
        runRows(context, broadcast, x, y, z);
      } else if (broadcast.repeatsRight()) {
        runRepeated(context, x, repeat(context, broadcast, y), z, true);
      } else if (broadcast.repeatsLeft()) {
        runRepeated(context, y, repeat(context, broadcast, x), z, false);
      } else {
        runRows(context, broadcast, x, y, z);
      }
    }
  }

  /**
   * Reuses the buffer of an operand that has all elements of the result, where the runtime allows
   * it.
   */
  private Tensor result(KernelContext context, Shape shape) {
    if (!isInPlace) {
      return context.allocate(0, shape);
    }
    Tensor x = context.input(0);
    boolean isFirstFree = x.buffer().isExclusive() && x.elements() == shape.elements();
    return context.forward(isFirstFree ? 0 : 1, 0, shape);
  }

  private void runAlike(KernelContext context, Tensor x, Tensor y, Tensor z) {
    long left = RawMemory.address(x);
    long right = RawMemory.address(y);
    long out = RawMemory.address(z);
    if (grain.isOnePart(z.elements())) {
      loop.run(left, right, out, z.elements());
      return;
    }
    grain.forRange(
        context,
        z.elements(),
        (from, to) ->
            loop.run(
                left + (from << inShift),
                right + (from << inShift),
                out + (from << outShift),
                to - from));
  }

  private void runRightScalar(KernelContext context, Tensor x, Tensor y, Tensor z) {
    long left = RawMemory.address(x);
    long right = RawMemory.address(y);
    long out = RawMemory.address(z);
    if (grain.isOnePart(z.elements())) {
      loop.runRightScalar(left, right, out, z.elements());
      return;
    }
    grain.forRange(
        context,
        z.elements(),
        (from, to) ->
            loop.runRightScalar(
                left + (from << inShift), right, out + (from << outShift), to - from));
  }

  private void runLeftScalar(KernelContext context, Tensor x, Tensor y, Tensor z) {
    long left = RawMemory.address(x);
    long right = RawMemory.address(y);
    long out = RawMemory.address(z);
    if (grain.isOnePart(z.elements())) {
      loop.runLeftScalar(left, right, out, z.elements());
      return;
    }
    grain.forRange(
        context,
        z.elements(),
        (from, to) ->
            loop.runLeftScalar(
                left, right + (from << inShift), out + (from << outShift), to - from));
  }

  /** A short row repeated, so that it can be combined with several rows at once. */
  private static Tensor repeat(KernelContext context, BroadcastRows broadcast, Tensor row) {
    long times = Math.min(broadcast.rows(), Math.ceilDiv(2 * SHORT_ROW, row.elements()));
    Tensor repeated = context.scratch(row.dtype(), Shape.of(times * row.elements()));
    for (long i = 0; i < times; i++) {
      repeated.copyFrom(row, 0, i * row.elements(), row.elements());
    }
    return repeated;
  }

  private void runRepeated(
      KernelContext context, Tensor all, Tensor repeated, Tensor z, boolean isRight) {
    long first = RawMemory.address(all);
    long second = RawMemory.address(repeated);
    long out = RawMemory.address(z);
    long size = repeated.elements();
    grain.forRows(
        context,
        Math.ceilDiv(z.elements(), size),
        size,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long at = first + (i * size << inShift);
            long count = Math.min(size, z.elements() - i * size);
            long target = out + (i * size << outShift);
            if (isRight) {
              loop.run(at, second, target, count);
            } else {
              loop.run(second, at, target, count);
            }
          }
        });
  }

  private void runRows(
      KernelContext context, BroadcastRows broadcast, Tensor x, Tensor y, Tensor z) {
    long left = RawMemory.address(x);
    long right = RawMemory.address(y);
    long out = RawMemory.address(z);
    grain.forRows(
        context,
        broadcast.rows(),
        broadcast.rowSize(),
        (from, to) -> runRows(broadcast, left, right, out, from, to));
  }

  private void runRows(
      BroadcastRows broadcast, long left, long right, long out, long firstRow, long lastRow) {
    long size = broadcast.rowSize();
    BroadcastRows.Walk walk = broadcast.walkFrom(firstRow);
    for (long row = firstRow; row < lastRow; row++) {
      long x = left + (walk.left() << inShift);
      long y = right + (walk.right() << inShift);
      long z = out + (row * size << outShift);
      if (broadcast.isRightRepeated()) {
        loop.runRightScalar(x, y, z, size);
      } else if (broadcast.isLeftRepeated()) {
        loop.runLeftScalar(x, y, z, size);
      } else {
        loop.run(x, y, z, size);
      }
      walk.advance();
    }
  }
}
