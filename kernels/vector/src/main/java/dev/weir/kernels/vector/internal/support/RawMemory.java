package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * All of memory as one constant segment, for inner loops.
 *
 * <p>An access through a segment variable is only fast while the JDK's access methods have seen one
 * class of segment. Interpreted vector code spoils that: {@code reinterpretAsInts} and its like go
 * through segments over {@code byte[]}. Every loop compiled afterward checks class, bounds and
 * liveness at every access, hoists nothing, and takes up to five times as long. For a constant, C2
 * knows all that without a profile.
 *
 * <p>What the loops no longer check is true of every tensor: its elements lie off the heap, inside
 * its buffer. The runtime holds the inputs and outputs of a running kernel, so that the memory
 * neither goes back to the allocator nor to the garbage collector meanwhile.
 */
public final class RawMemory {
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private RawMemory() {}

  /** Where the elements of an input or output of the running kernel begin. */
  public static long address(Tensor tensor) {
    return tensor.buffer().segment().address();
  }

  /** The memory of a tensor's elements; its buffer may be larger. */
  public static MemorySegment bytes(Tensor tensor) {
    return tensor.buffer().segment().asSlice(0, tensor.byteSize());
  }

  /** The address of a range of a live off-heap segment. */
  public static long address(MemorySegment segment, long offset, long bytes) {
    if (!segment.isNative() || !segment.scope().isAlive()) {
      throw new IllegalStateException("kernels need live memory off the heap: " + segment);
    }
    return segment.asSlice(offset, bytes).address();
  }
}
