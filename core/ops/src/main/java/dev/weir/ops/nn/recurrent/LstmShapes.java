package dev.weir.ops.nn.recurrent;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;

/** What must fit together in an LSTM. */
final class LstmShapes {
  private LstmShapes() {}

  /** Refuses an input that has not this shape. */
  static void require(ShapeContext context, int input, Shape shape) {
    if (!context.input(input).isCompatibleWith(shape)) {
      throw context.invalid("%s must have the shape %s", context.describe(input), shape);
    }
  }

  /** So many times a size, unknown if the size is. */
  static long times(long size, long factor) {
    return size == Shape.UNKNOWN_SIZE ? size : size * factor;
  }

  private static long plus(long a, long b) {
    return a == Shape.UNKNOWN_SIZE || b == Shape.UNKNOWN_SIZE ? Shape.UNKNOWN_SIZE : a + b;
  }

  /**
   * Checks the state and the weights: seven inputs from {@code first} on, {@code cs_prev}, {@code
   * h_prev}, {@code w}, {@code wci}, {@code wcf}, {@code wco} and {@code b}.
   *
   * @param batch how many sequences there are, or unknown
   * @param inputs how many numbers the cell sees in each step, or unknown
   * @param cells how many cells there are, or unknown
   */
  static void check(ShapeContext context, int first, long batch, long inputs, long cells) {
    require(context, first, Shape.of(batch, cells));
    require(context, first + 1, Shape.of(batch, cells));
    require(context, first + 2, Shape.of(plus(inputs, cells), times(cells, LstmGates.COUNT)));
    if (context.attrs().bool("use_peephole")) {
      for (int peephole = 3; peephole < 6; peephole++) {
        require(context, first + peephole, Shape.of(cells));
      }
    }
    require(context, first + 6, Shape.of(times(cells, LstmGates.COUNT)));
  }
}
