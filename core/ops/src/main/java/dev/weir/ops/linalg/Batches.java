package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import java.util.function.LongConsumer;

/** Tensors whose last two dimensions are matrices; those before them count the matrices. */
final class Batches {
  private Batches() {}

  /** The dimensions before the last two, of an input that must have at least two. */
  static Shape batch(ShapeContext context, int input) {
    Shape shape = context.requireRankAtLeast(input, 2);
    return shape.hasRank() ? shape.slice(0, shape.rank() - 2) : Shape.unknown();
  }

  /** The size of the last dimension but one. */
  static long rows(ShapeContext context, int input) {
    return context.input(input).size(-2);
  }

  /** The size of the last dimension. */
  static long columns(ShapeContext context, int input) {
    return context.input(input).size(-1);
  }

  /** The size of an input of square matrices, as far as it is known. */
  static long square(ShapeContext context, int input) {
    batch(context, input);
    long rows = rows(context, input);
    long columns = columns(context, input);
    if (!agree(rows, columns)) {
      throw context.invalid("matrices must be square: %s", context.describe(input));
    }
    return Math.max(rows, columns);
  }

  /** Whether two sizes are equal as far as they are known. */
  static boolean agree(long a, long b) {
    return a == b || a == Shape.UNKNOWN_SIZE || b == Shape.UNKNOWN_SIZE;
  }

  /** The common batch dimensions of two inputs, which must be equal. */
  static Shape common(ShapeContext context, int first, int second) {
    Shape a = batch(context, first);
    Shape b = batch(context, second);
    if (!a.isCompatibleWith(b)) {
      throw context.invalid(
          "batch dimensions must be equal: %s, %s",
          context.describe(first), context.describe(second));
    }
    return a.mergeWith(b);
  }

  /** The batch dimensions that those of two inputs broadcast to. */
  static Shape broadcast(ShapeContext context, int first, int second) {
    Shape a = batch(context, first);
    Shape b = batch(context, second);
    try {
      return dev.weir.ops.support.Shapes.broadcast(a, b);
    } catch (WeirException e) {
      throw context.invalid(
          "batch dimensions must broadcast: %s, %s",
          context.describe(first), context.describe(second));
    }
  }

  static Shape matrices(Shape batch, long rows, long columns) {
    return batch.concat(Shape.of(rows, columns));
  }

  /** The dimensions before the last two of a full shape. */
  static Shape batch(Shape shape) {
    return shape.slice(0, shape.rank() - 2);
  }

  /** Does something for each matrix, on several cores, until the step is cancelled. */
  static void forEach(KernelContext context, Shape batch, LongConsumer body) {
    context
        .parallel()
        .forRange(
            batch.elements(),
            1,
            (from, to) -> {
              for (long i = from; i < to; i++) {
                context.checkCancelled();
                body.accept(i);
              }
            });
  }
}
