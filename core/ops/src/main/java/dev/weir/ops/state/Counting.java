package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.Variable;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** The change that counts. */
final class Counting {
  private Counting() {}

  /** Refuses a counter with dimensions. */
  static void requireScalar(Shape shape) {
    if (!shape.isCompatibleWith(Shape.scalar())) {
      throw WeirException.invalidArgument("the counter must be a single number, it is %s", shape);
    }
  }

  /** Gives a counter as output 0 and raises it by one; refuses if it has reached the limit. */
  static void count(KernelContext context, Variable counter, long limit) {
    counter.update(
        before -> {
          requireScalar(before.shape());
          long value = before.getLong(0);
          if (value >= limit) {
            throw WeirException.outOfRange("Reached limit of %d", limit);
          }
          context.allocate(0, Shape.scalar()).setLong(0, value);
          Tensor after = Updates.writable(context, before);
          after.setLong(0, value + 1);
          return after;
        });
  }
}
