package dev.weir.kernels.vector.internal.support;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/** Copies of operands in the shape they are broadcast to. */
public final class ExpandedOperand {
  private ExpandedOperand() {}

  /** The operand in its broadcast shape, in scratch memory. */
  public static Tensor of(KernelContext context, Tensor operand, Shape shape) {
    Tensor expanded = context.scratch(operand.dtype(), shape);
    BroadcastRows broadcast = BroadcastRows.of(operand.shape(), shape);
    long size = operand.dtype().byteSize();
    long row = broadcast.rowSize() * size;
    long from = RawMemory.address(operand);
    long to = RawMemory.address(expanded);
    Grain.CHEAP.forRows(
        context,
        broadcast.rows(),
        broadcast.rowSize(),
        (first, last) -> {
          BroadcastRows.Walk walk = broadcast.walkFrom(first);
          for (long i = first; i < last; i++, walk.advance()) {
            long source = from + walk.left() * size;
            if (broadcast.isLeftRepeated()) {
              fill(source, size, to + i * row, row);
            } else {
              copy(source, to + i * row, row);
            }
          }
        });
    return expanded;
  }

  /** One element, repeated to fill a vector. */
  public static Tensor ofOne(KernelContext context, Tensor operand) {
    int size = operand.dtype().byteSize();
    Tensor lanes = context.scratch(operand.dtype(), Shape.of(Lanes.BYTES / size));
    fill(RawMemory.address(operand), size, RawMemory.address(lanes), Lanes.BYTES);
    return lanes;
  }

  /** Repeats an element: each copy is as long as all before it. */
  private static void fill(long source, long size, long to, long bytes) {
    copy(source, to, size);
    for (long filled = size; filled < bytes; filled *= 2) {
      copy(to, to + filled, Math.min(filled, bytes - filled));
    }
  }

  private static void copy(long from, long to, long bytes) {
    MemorySegment.copy(RawMemory.ALL, from, RawMemory.ALL, to, bytes);
  }
}
