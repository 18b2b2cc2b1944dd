package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import dev.weir.train.Precision;
import java.util.List;

/** What layers over {@code [batch, steps, width]} share. */
final class Sequences {
  private Sequences() {}

  /** What recurrent cells take: float32 if the model's precision is mixed. */
  static Output wide(Model model, Operand x) {
    return model.precision().isMixed() ? Precision.as(model.ops(), x, DType.FLOAT32) : x.asOutput();
  }

  /** The width of sequences, which must be known. */
  static int width(String layer, Operand x) {
    Shape shape = x.shape();
    if (!shape.hasRank(3) || shape.size(2) == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument(
          "%s takes sequences [batch, steps, width] of known width, got %s", layer, x.asOutput());
    }
    return Math.toIntExact(shape.size(2));
  }

  /** The number of steps, which must be known. */
  static int steps(String layer, Operand x) {
    if (x.shape().size(1) == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument(
          "%s must know the number of steps of its sequences, got %s", layer, x.asOutput());
    }
    return Math.toIntExact(x.shape().size(1));
  }

  /** Zeros {@code [batch, units]}: the state before the first step. */
  static Output start(Model model, Operand x, int units) {
    Ops ops = model.ops();
    Output batch = ops.array.slice(ops.array.shape(x), new long[] {0}, new long[] {1});
    Output sizes = ops.array.concat(List.of(batch, ops.constant(new int[] {units})), 0);
    Output zero = ops.math.cast(ops.constant(0f), x.dtype());
    return ops.control.ensureShape(ops.array.fill(sizes, zero), Shape.of(x.shape().size(0), units));
  }

  /** Swaps the first two dimensions. */
  static Output swapped(Ops ops, Operand x) {
    return ops.array.transpose(x, 1, 0, 2);
  }
}
