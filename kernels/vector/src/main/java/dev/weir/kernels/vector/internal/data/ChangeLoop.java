package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.RowChange;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Loops that change elements by others of the same type. */
interface ChangeLoop {
  /** Changes neighboring elements by neighbors. */
  void changeRow(long updates, long table, long count);

  /**
   * Changes elements at byte offsets from {@code table} by neighbors, those in {@code [first, end)}
   * only.
   */
  void changeElements(long updates, long[] offsets, int count, long table, long first, long end);

  /** What a loop is made for. */
  record Operation(RowChange change, DType dtype) {}

  /** The loop for a change of elements of a type; null if the type has no such arithmetic. */
  static @Nullable ChangeLoop of(RowChange change, DType dtype) {
    if (change == RowChange.REPLACE) {
      return ReplaceLoop.of(dtype.byteSize());
    }
    boolean isOrder = change == RowChange.MIN || change == RowChange.MAX;
    boolean isNumber = dtype.isFloating() || dtype.isInteger() || (dtype.isComplex() && !isOrder);
    return isNumber ? Made.LOOPS.computeIfAbsent(new Operation(change, dtype), Made::make) : null;
  }

  /** The loops made so far. */
  final class Made {
    private static final Map<Operation, ChangeLoop> LOOPS = new ConcurrentHashMap<>();

    private Made() {}

    private static ChangeLoop make(Operation operation) {
      return Specialized.copy(
          MethodHandles.lookup(), ChangeLoopTemplate.class, ChangeLoop.class, operation);
    }
  }
}
