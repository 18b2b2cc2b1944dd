package dev.weir.conformance;

import dev.weir.graph.Node;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Inputs for which what TensorFlow gives is left open, is its own mistake, or ends the process. */
final class OpenCases {
  private static final double LARGEST_INT32 = Integer.MAX_VALUE;
  private static final double LARGEST_INT64 = 0x1p63;

  private OpenCases() {}

  /** Why a node is not to be compared; null if it is. */
  static @Nullable String reason(Node node, List<Tensor> inputs, @Nullable List<Tensor> actual) {
    DType first = inputs.getFirst().dtype();
    boolean isOpen =
        switch (node.op().signature().name()) {
          case "Transpose", "ConjugateTranspose" -> hasLess(inputs.get(1), 0);
          case "Round" -> first.isInteger();
          case "Cast" -> first.isFloating() && !fits(inputs.getFirst(), node.outputDtype(0));
          case "Cholesky" -> actual != null && hasNan(actual.getFirst());
          case "BandedTriangularSolve" ->
              hasNan(inputs.getFirst()) || (actual == null && inputs.getFirst().shape().rank() > 2);
          case "CholeskyGrad" -> !isFinite(inputs.getFirst());
          case "CumulativeLogsumexp", "NthElement" ->
              first.isFloating() && hasNan(inputs.getFirst());
          case "LogMatrixDeterminant" ->
              actual != null && !isFinite(actual.get(1)); // exactly singular in double precision
          case "MatrixInverse", "MatrixSolve" -> hasNan(inputs.getFirst());
          case "TopK", "TopKV2" ->
              !node.attrs().bool("sorted") || (first.isFloating() && hasNan(inputs.getFirst()));
          case "BesselY1" -> first == DType.FLOAT32 && hasZero(inputs.getFirst());
          default -> false;
        };
    return isOpen ? explanation(node.op().signature().name()) : null;
  }

  private static String explanation(String op) {
    return switch (op) {
      case "Transpose", "ConjugateTranspose" -> "a negative dimension in perm ends the process";
      case "Round" -> "whole numbers become 0";
      case "Cast" -> "what does not fit an integer becomes what the processor makes of it";
      case "Cholesky" -> "of a matrix that is not positive the upper triangle is left as it was";
      case "BandedTriangularSolve" ->
          "only the first matrix of a batch is checked for zeros; NaN is taken for 0";
      case "CholeskyGrad" -> "what is not finite is no factor";
      case "CumulativeLogsumexp", "NthElement" -> "the order of NaN is left open";
      case "LogMatrixDeterminant" -> "a singular matrix has a determinant of either sign";
      case "MatrixInverse", "MatrixSolve" -> "whether NaN is the largest pivot is not said";
      case "TopK", "TopKV2" -> "the order of NaN, and without sorting any order, is left open";
      case "BesselY1" -> "of 0 it is NaN in float32, but -∞ in float64";
      default -> throw new IllegalArgumentException(op);
    };
  }

  private static boolean hasLess(Tensor tensor, long bound) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (tensor.getLong(i) < bound) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasNan(Tensor tensor) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (Double.isNaN(tensor.getDouble(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFinite(Tensor tensor) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (!Double.isFinite(tensor.getDouble(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasZero(Tensor tensor) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (tensor.getDouble(i) == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean fits(Tensor tensor, DType target) {
    if (!target.isInteger()) {
      return true;
    }
    double largest = target == DType.INT64 ? LARGEST_INT64 : LARGEST_INT32;
    for (long i = 0; i < tensor.elements(); i++) {
      if (!(Math.abs(tensor.getDouble(i)) < largest)) {
        return false;
      }
    }
    return true;
  }
}
