package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The order of dimensions that an input gives, and what follows from it. */
final class Permutation {
  private Permutation() {}

  /** The shape of input 0 with its dimensions in the order of input 1. */
  static Shape shape(ShapeContext context) {
    Shape in = context.input(0);
    long elements = Sizes.elements(context.input(1));
    if (!in.hasRank() && elements < 2) {
      return Shape.unknown(); // a single 0 may also permute a scalar
    }
    int rank = in.hasRank() ? in.rank() : (int) elements;
    Shape perm = context.requireRank(1, 1);
    if (perm.size(0) >= 0 && perm.size(0) != rank) {
      throw context.invalid(
          "perm must name every dimension of x once: %s, %s",
          context.describe(0), context.describe(1));
    }
    Tensor order = context.constant(1);
    if (order == null) {
      return Shape.unknownOfRank(rank);
    }
    int[] dimensions = of(order);
    Shape known = in.hasRank() ? in : Shape.unknownOfRank(rank);
    return Shape.of(Arrays.stream(dimensions).mapToLong(known::size).toArray());
  }

  /** The order, without negative positions; refuses one that is none. */
  static int[] of(Tensor perm) {
    int rank = Math.toIntExact(perm.elements());
    int[] dimensions = new int[rank];
    boolean[] seen = new boolean[rank];
    for (int i = 0; i < rank; i++) {
      int d = Shapes.axis(perm.getLong(i), rank);
      if (seen[d]) {
        throw WeirException.invalidArgument(
            "perm must name every dimension once, but %d is there twice: %s", d, perm);
      }
      seen[d] = true;
      dimensions[i] = d;
    }
    return dimensions;
  }

  static boolean isIdentity(int[] dimensions) {
    return IntStream.range(0, dimensions.length).allMatch(d -> dimensions[d] == d);
  }
}
