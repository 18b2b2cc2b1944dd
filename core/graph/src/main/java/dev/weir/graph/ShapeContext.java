package dev.weir.graph;

import dev.weir.error.ErrorCode;
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

  /** The value of an input if it is known before the graph runs; null otherwise. */
  @Nullable Tensor constant(int i);

  /**
   * What is known of an input that is a scalar or vector of integers; null if that is nothing, not
   * even its length.
   */
  @Nullable PartialValue partialValue(int i);

  /**
   * An input that holds a shape (an integer vector), as far as it is known. Unknown entries, and
   * entries of -1, are unknown sizes; if even the length is unknown so is the rank.
   */
  default Shape shapeValue(int i) {
    Tensor constant = constant(i);
    if (constant != null) {
      return shapeIn(constant);
    }
    PartialValue partial = partialValue(i);
    return partial == null ? Shape.unknown() : partial.asShape();
  }

  /** What is known of the state behind a resource input; null if nothing. */
  Node.@Nullable HandleData handle(int i);

  /** The graph's functions, for ops that call them; null if there is none of this name. */
  @Nullable GraphFunction function(String name);

  /** The op's interface. */
  Signature signature();

  /** {@code a is float32[32,784]}: the name of an input and what is known of it. */
  default String describe(int i) {
    return inputName(i) + " is " + inputDtype(i) + input(i);
  }

  /** The name the signature gives an input: {@code a}, or {@code values[2]}. */
  private String inputName(int i) {
    int at = 0;
    for (Signature.Arg arg : signature().inputs()) {
      int count = arg.dtypes(attrs()).size();
      if (i < at + count) {
        return arg.isList() ? arg.name() + "[" + (i - at) + "]" : arg.name();
      }
      at += count;
    }
    throw new IndexOutOfBoundsException("input " + i + " of " + at);
  }

  /** The shape an integer vector holds; -1 stands for an unknown size, a scalar -1 for no rank. */
  static Shape shapeIn(Tensor vector) {
    if (vector.shape().isScalar() && vector.getLong(0) == -1) {
      return Shape.unknown();
    }
    if (vector.shape().rank() != 1) {
      throw WeirException.invalidArgument(
          "a shape must be a vector, not %s%s", vector.dtype(), vector.shape());
    }
    long[] sizes = new long[Math.toIntExact(vector.elements())];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = vector.getLong(d);
      if (sizes[d] < -1) {
        throw WeirException.invalidArgument(
            "a size must be at least 0, or -1 if unknown, got %d", sizes[d]);
      }
    }
    return Shape.of(sizes);
  }

  /**
   * The error of a shape function that failed. Sizes, positions and counts that overflow or are out
   * of range are invalid arguments, like those that the function refuses itself.
   */
  static WeirException refusal(RuntimeException e) {
    if (e instanceof WeirException refusal) {
      return refusal;
    }
    boolean isArgument =
        e instanceof ArithmeticException
            || e instanceof IndexOutOfBoundsException
            || e instanceof NegativeArraySizeException
            || e instanceof IllegalArgumentException;
    String message = e.getMessage();
    return new WeirException(
        isArgument ? ErrorCode.INVALID_ARGUMENT : ErrorCode.INTERNAL,
        message == null ? e.getClass().getSimpleName() : message,
        e);
  }

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
