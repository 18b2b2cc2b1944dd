package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;

/** What the gradients of this group are made of: stacks of matrices, whose rank may be unknown. */
final class MatrixGradients {
  /** The end of a dimension, for {@link #rows} and {@link #columns}. */
  private static final int END = Integer.MAX_VALUE;

  /** Added to the square of a difference before it divides, so that equal values give 0. */
  private static final double TINY = 1e-20;

  private final GradientOps on;

  private MatrixGradients(GradientOps on) {
    this.on = on;
  }

  static MatrixGradients of(GradientContext context) {
    return new MatrixGradients(GradientOps.of(context));
  }

  Output product(Operand a, Operand b) {
    return on.batchMatMul(a, b, false, false);
  }

  /** {@code a* b}. */
  Output adjointTimes(Operand a, Operand b) {
    return on.batchMatMul(a, b, true, false);
  }

  /** {@code a b*}. */
  Output timesAdjoint(Operand a, Operand b) {
    return on.batchMatMul(a, b, false, true);
  }

  Output adjoint(Operand x) {
    return on.op(x.dtype().isComplex() ? "ConjugateTranspose" : "Transpose", x, swap(x));
  }

  /** The order of dimensions that exchanges the last two. */
  private Output swap(Operand x) {
    if (!x.shape().hasRank()) {
      Output rank = on.op("Rank", x);
      Output before = on.sub(rank, on.scalar(2, DType.INT32));
      Output batch = on.op("Range", on.scalar(0, DType.INT32), before, on.scalar(1, DType.INT32));
      return on.join(batch, on.add(before, on.ints(1)), on.add(before, on.ints(0)));
    }
    int rank = x.shape().rank();
    int[] order = new int[rank];
    for (int d = 0; d < rank - 2; d++) {
      order[d] = d;
    }
    order[rank - 2] = rank - 1;
    order[rank - 1] = rank - 2;
    return on.ints(order);
  }

  /** {@code x + x*}. */
  Output plusAdjoint(Operand x) {
    return on.add(x, adjoint(x));
  }

  /** What is on and below the diagonal. */
  Output lower(Operand x) {
    return band(x, -1, 0);
  }

  /** What is on and above the diagonal. */
  Output upper(Operand x) {
    return band(x, 0, -1);
  }

  private Output band(Operand x, long below, long above) {
    return on.op(
        "MatrixBandPart",
        x,
        on.constant(Tensors.scalar(below)),
        on.constant(Tensors.scalar(above)));
  }

  /** What is on and below the diagonal, the diagonal halved. */
  Output lowerHalf(Operand x) {
    Output lower = lower(x);
    return withDiagonal(lower, on.mul(0.5, diagonalOf(lower)));
  }

  Output diagonalOf(Operand x) {
    return on.op("MatrixDiagPart", x);
  }

  Output withDiagonal(Operand x, Operand diagonal) {
    return on.op("MatrixSetDiag", x, diagonal);
  }

  /** Matrices that are zero but for their diagonals. */
  Output diagonal(Operand diagonal) {
    return on.op("MatrixDiag", diagonal);
  }

  /** Vectors as matrices of one row. */
  Output asRow(Operand vector) {
    return on.op("ExpandDims", vector, on.scalar(-2, DType.INT32));
  }

  /** Vectors as matrices of one column. */
  Output asColumn(Operand vector) {
    return on.op("ExpandDims", vector, on.scalar(-1, DType.INT32));
  }

  /** Numbers that multiply whole matrices. */
  Output asMatrix(Operand number) {
    return asColumn(asColumn(number));
  }

  /** X with {@code A X = B}, or {@code A* X = B}. */
  Output solve(Operand a, Operand b, boolean adjoint) {
    return on.node("MatrixSolve").input(a).input(b).attr("adjoint", adjoint).build().output(0);
  }

  /** X with {@code A X = B}, or {@code A* X = B}, for a triangle A. */
  Output solveTriangle(Operand a, Operand b, boolean isLower, boolean adjoint) {
    return on.node("MatrixTriangularSolve")
        .input(a)
        .input(b)
        .attr("lower", isLower)
        .attr("adjoint", adjoint)
        .build()
        .output(0);
  }

  /** {@code 1 / (x_j - x_i)} for each pair of elements of vectors, 0 where they are the same. */
  Output inverseDifferences(Operand vector) {
    Output inverse = safeReciprocal(on.sub(asRow(vector), asColumn(vector)));
    return withDiagonal(inverse, on.zerosLike(vector));
  }

  /** {@code 1 / x}, but 0 for 0. */
  Output safeReciprocal(Operand x) {
    return on.div(x, on.add(on.square(x), on.scalar(TINY, x)));
  }

  /** The size of the last dimension (-1) or the last but one (-2), as a vector of one element. */
  Output size(Operand x, int axis) {
    long known = x.shape().size(axis);
    boolean isUnknown = known == Shape.UNKNOWN_SIZE || known > Integer.MAX_VALUE;
    return isUnknown ? elements(on.op("Shape", x), axis, axis + 1) : on.ints((int) known);
  }

  /**
   * Some elements of a vector.
   *
   * @param from counted from the end if negative
   * @param to counted from the end if negative, or 0 for the end itself
   */
  Output elements(Operand vector, int from, int to) {
    return on.node("StridedSlice")
        .input(vector)
        .input(on.ints(from))
        .input(on.ints(to))
        .input(on.ints(1))
        .attr("end_mask", to == 0 ? 1L : 0L)
        .build()
        .output(0);
  }

  Output rowsFrom(Operand x, Operand from) {
    return rows(x, from, on.ints(END));
  }

  Output rowsTo(Operand x, Operand to) {
    return rows(x, on.ints(0), to);
  }

  /** {@code x[…, from:to, :]}, the bounds being vectors of one element. */
  private Output rows(Operand x, Operand from, Operand to) {
    Output zero = on.ints(0);
    return on.node("StridedSlice")
        .input(x)
        .input(on.join(zero, from, zero))
        .input(on.join(zero, to, zero))
        .input(on.ints(1, 1, 1))
        .attr("ellipsis_mask", 1L)
        .attr("begin_mask", 4L)
        .attr("end_mask", 4L)
        .build()
        .output(0);
  }

  Output columnsFrom(Operand x, Operand from) {
    return columns(x, from, on.ints(END));
  }

  Output columnsTo(Operand x, Operand to) {
    return columns(x, on.ints(0), to);
  }

  /** {@code x[…, from:to]}, the bounds being vectors of one element. */
  private Output columns(Operand x, Operand from, Operand to) {
    Output zero = on.ints(0);
    return on.node("StridedSlice")
        .input(x)
        .input(on.join(zero, from))
        .input(on.join(zero, to))
        .input(on.ints(1, 1))
        .attr("ellipsis_mask", 1L)
        .build()
        .output(0);
  }

  /** Matrices side by side (axis -1), or one below the other (axis -2). */
  Output concat(int axis, Operand first, Operand second) {
    return on.node("ConcatV2")
        .inputList(List.of(first, second))
        .input(on.scalar(axis, DType.INT32))
        .build()
        .output(0);
  }

  /**
   * The gradient of a function of square matrices that is given by a power series or its like: f of
   * {@code [[A*, G], [0, A*]]} has it in its upper right corner.
   */
  Output ofFunction(String op, Operand a, Operand gradient) {
    Output adjoint = adjoint(a);
    Output top = concat(-1, adjoint, gradient);
    Output bottom = concat(-1, on.zerosLike(adjoint), adjoint);
    Output result = on.op(op, concat(-2, top, bottom));
    Output size = size(a, -1);
    return columnsFrom(rowsTo(result, size), size);
  }
}
