package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Puts rows side by side, so that the result is written once from beginning to end. */
final class RowJoin {
  /** Fewer bytes are copied faster by loops over elements. */
  private static final long SHORTEST = 24;

  /** Longer pieces are as fast alone, and few long rows are cut for several threads there. */
  private static final long LONGEST = 16 * 1024;

  private final long[] from;
  private final long[] bytes;
  private final long out;
  private final long rowBytes;

  private RowJoin(List<Tensor> parts, long rows, Tensor result) {
    from = parts.stream().mapToLong(RawMemory::address).toArray();
    bytes = parts.stream().mapToLong(part -> part.byteSize() / rows).toArray();
    out = RawMemory.address(result);
    rowBytes = result.byteSize() / rows;
  }

  /** False if other loops are faster. */
  static boolean run(KernelContext context, List<Tensor> parts, long rows, Tensor result) {
    for (Tensor part : parts) {
      long piece = part.byteSize() / rows;
      if (piece < SHORTEST || piece > LONGEST) {
        return false;
      }
    }
    RowJoin join = new RowJoin(parts, rows, result);
    Grain.CHEAP.forRows(context, rows, join.rowBytes / Integer.BYTES, join::run);
    return true;
  }

  private void run(long first, long end) {
    for (long row = first; row < end; row++) {
      long to = out + row * rowBytes;
      for (int i = 0; i < from.length; i++) {
        RowCopy.copy(from[i] + row * bytes[i], to, bytes[i]);
        to += bytes[i];
      }
    }
  }
}
