package dev.weir.ops.state;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.Tensor;

/**
 * Changes of variables. Every change is atomic: other writers come before or after it, readers see
 * all of it or nothing. Memory that is not shared is written in place.
 */
public final class Updates {
  private Updates() {}

  /** Shares the memory of a value with a variable; the first write makes a copy. */
  static void assign(Variable variable, Tensor value) {
    Tensor shared = value.retained();
    boolean taken = false;
    try {
      variable.assign(shared);
      taken = true;
    } finally {
      if (!taken) {
        shared.buffer().release();
      }
    }
  }

  /** The value of a variable to write to: itself, or a copy if others hold it too. */
  static Tensor writable(KernelContext context, Tensor before) {
    if (isWritable(before)) {
      return before;
    }
    Tensor copy = context.scratch(before.dtype(), before.shape()).retained();
    copy.copyFrom(before, 0, 0, before.elements());
    return copy;
  }

  /** Whether the value of a variable is not shared, so that it may be written in place. */
  public static boolean isWritable(Tensor value) {
    return value.buffer().isExclusive() && !value.isFrozen();
  }
}
