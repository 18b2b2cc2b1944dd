package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** What a shape function may look at. */
public interface ShapeContext {
  int inputCount();

  /** What is known of the shape of an input. */
  Shape input(int i);

  DType inputDtype(int i);

  Attributes attrs();

  /** The value of an input if it is a constant; null otherwise. */
  @Nullable Tensor constant(int i);

  /**
   * An input that holds a shape (an integer vector), as far as it is known. Unknown entries, and
   * entries of -1, are unknown sizes; if even the length is unknown so is the rank.
   */
  Shape shapeValue(int i);

  /** What is known of the state behind a resource input; null if nothing. */
  Node.@Nullable HandleData handle(int i);

  /** The graph's functions, for ops that call them; null if there is none of this name. */
  @Nullable GraphFunction function(String name);

  /** {@code a is float32[32,784]}: the name of an input and what is known of it. */
  String describe(int i);

  /** The refusal of an input. */
  default WeirException invalid(String format, Object... values) {
    return WeirException.invalidArgument(format, values);
  }

  /** Refuses an input whose rank is known and not this. Returns its shape, now of that rank. */
  default Shape requireRank(int i, int rank) {
    Shape shape = input(i);
    if (!shape.hasRank()) {
      return Shape.unknownOfRank(rank);
    }
    if (shape.rank() != rank) {
      throw invalid("input must have rank %d: %s", rank, describe(i));
    }
    return shape;
  }

  /** Refuses an input whose rank is known and smaller than this. */
  default Shape requireRankAtLeast(int i, int rank) {
    Shape shape = input(i);
    if (shape.hasRank() && shape.rank() < rank) {
      throw invalid("input must have at least rank %d: %s", rank, describe(i));
    }
    return shape;
  }

  /** Refuses an input that is known not to be a scalar. */
  default void requireScalar(int i) {
    requireRank(i, 0);
  }
}
