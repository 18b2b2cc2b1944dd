package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.BinaryKernels.Cell;
import dev.weir.tensor.Tensor;

/**
 * Changes of variables. Every change is atomic: other writers come before or after it, readers see
 * all of it or nothing. Where nobody else holds the memory it is written in place.
 */
final class Updates {
  private Updates() {}

  /** Shares the memory of a value with a variable; whoever writes first makes a copy. */
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

  /** Changes every element by the one at the same position. */
  static void dense(KernelContext context, Variable variable, Tensor value, Cell cell) {
    variable.update(
        before -> {
          requireSameShape(variable, before, value);
          boolean inPlace = isWritable(before);
          Tensor after = inPlace ? before : fresh(context, before);
          for (long i = 0; i < after.elements(); i++) {
            cell.compute(before, i, value, i, after, i);
          }
          return after;
        });
  }

  private static void requireSameShape(Variable variable, Tensor before, Tensor value) {
    if (!before.shape().equals(value.shape())) {
      throw WeirException.invalidArgument(
          "Cannot update variable %s with shape %s using a tensor with shape %s: shapes must be"
              + " equal",
          variable.name(), before.shape(), value.shape());
    }
  }

  /** The value of a variable to write to: itself, or a copy if others hold it too. */
  static Tensor writable(KernelContext context, Tensor before) {
    if (isWritable(before)) {
      return before;
    }
    Tensor copy = fresh(context, before);
    copy.copyFrom(before, 0, 0, before.elements());
    return copy;
  }

  private static boolean isWritable(Tensor value) {
    return value.buffer().isExclusive() && !value.isFrozen();
  }

  /** Memory that outlives the kernel. */
  private static Tensor fresh(KernelContext context, Tensor like) {
    return context.scratch(like.dtype(), like.shape()).retained();
  }
}
