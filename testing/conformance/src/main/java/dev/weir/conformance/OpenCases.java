package dev.weir.conformance;

import dev.weir.graph.Node;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Inputs for which what TensorFlow gives is left open, is its own mistake, or ends the process. */
final class OpenCases {
  private static final String SOLVE =
      "whether NaN is the largest pivot is not said; of a matrix that is singular but for rounding"
          + " any result is as good as another";

  /** Why some inputs of an op are not compared. Users find them in docs/compatibility.md. */
  static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("Transpose", "a negative dimension in perm ends TensorFlow's process"),
          Map.entry("ConjugateTranspose", "a negative dimension in perm ends TensorFlow's process"),
          Map.entry("Round", "TensorFlow makes whole numbers of integer types 0"),
          Map.entry("Cast", "what does not fit an integer becomes what the processor makes of it"),
          Map.entry(
              "Cholesky",
              "of a matrix that is not positive TensorFlow leaves the upper triangle as it was"),
          Map.entry(
              "BandedTriangularSolve",
              "TensorFlow checks only the first matrix of a batch for zeros, and takes NaN for 0 if"
                  + " it comes first on its diagonal, but nowhere else"),
          Map.entry(
              "CholeskyGrad",
              "what is not finite or has zeros on the diagonal is no factor; a gradient that is not"
                  + " finite meets zeros, which are skipped or multiplied as blocks fall"),
          Map.entry(
              "CumulativeLogsumexp",
              "TensorFlow loses NaN: it counts as much as the total before it, which becomes larger"
                  + " by log 2"),
          Map.entry("NthElement", "the order of NaN is left open"),
          Map.entry(
              "LogMatrixDeterminant",
              "a matrix that is singular in double precision, in which Weir works, is so but for"
                  + " rounding in single precision: a small determinant of either sign"),
          Map.entry("MatrixInverse", SOLVE),
          Map.entry("MatrixSolve", SOLVE),
          Map.entry(
              "DepthwiseConv2dNative",
              "TensorFlow has no kernel for strides that differ by dimension"),
          Map.entry("Dilation2D", "TensorFlow loses NaN: it is never the largest number"),
          Map.entry(
              "MatrixSolveLs",
              "TensorFlow takes a matrix that is not finite for one of rank 0: all is 0, not NaN as"
                  + " with fast"),
          Map.entry(
              "ReverseV2",
              "TensorFlow refuses axes of scalars and of empty tensors when they are known before"
                  + " the run, and does not look at them otherwise"),
          Map.entry(
              "Substr",
              "by its description, and in bytes, a negative length reaches to the end; in"
                  + " characters TensorFlow takes none, and refuses a negative position with it"),
          Map.entry(
              "Zeta",
              "in float32 TensorFlow adds nine terms, also where more are needed to reach positive"
                  + " ones"),
          Map.entry(
              "Polygamma",
              "in float32 TensorFlow adds nine terms, also where more are needed to reach positive"
                  + " ones; its factorials are inexact and overflow"),
          Map.entry("TopK", "the order of NaN, and without sorting any order, is left open"),
          Map.entry("TopKV2", "the order of NaN, and without sorting any order, is left open"),
          Map.entry(
              "BesselY1", "of 0 TensorFlow's is NaN in float32 and float16, but -∞ in float64"),
          Map.entry("ArgMax", "TensorFlow reads beyond an axis of type int16"),
          Map.entry("SparseReshape", "TensorFlow computes with indices outside of the shape"),
          Map.entry("StringFormat", "TensorFlow prints complex numbers as ?"));

  private static final Set<String> NORMALIZATIONS =
      Set.of("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3");

  private OpenCases() {}

  /** Why a node is not to be compared; null if it is. */
  static @Nullable String reason(Node node, List<Tensor> inputs, @Nullable List<Tensor> actual) {
    DType first = inputs.getFirst().dtype();
    boolean isOpen =
        switch (node.op().signature().name()) {
          case "Transpose", "ConjugateTranspose" -> hasLess(inputs.get(1), 0);
          case "Round" -> first.isInteger();
          case "Cast" -> !first.isInteger() && !fits(inputs.getFirst(), node.outputDtype(0));
          case "Cholesky" -> actual != null && hasNan(actual.getFirst());
          case "BandedTriangularSolve" ->
              startsWithNan(inputs.getFirst(), node.attrs().bool("lower"))
                  || (actual == null && inputs.getFirst().shape().rank() > 2);
          case "CholeskyGrad" ->
              !isFinite(inputs.getFirst())
                  || !isFinite(inputs.get(1))
                  || hasZeroOnDiagonal(inputs.getFirst());
          case "CumulativeLogsumexp", "NthElement" ->
              first.isFloating() && hasNan(inputs.getFirst());
          case "LogMatrixDeterminant" ->
              actual != null && first == DType.FLOAT32 && hasZero(actual.getFirst());
          case "DepthwiseConv2dNative" -> actual != null && hasUnequalStrides(node);
          case "Dilation2D" -> hasNan(inputs.getFirst()) || hasNan(inputs.get(1));
          case "MatrixInverse", "MatrixSolve" ->
              hasNan(inputs.getFirst())
                  || (first == DType.FLOAT32 && SingularMatrices.isAny(inputs.getFirst()));
          case "MatrixSolveLs" -> !node.attrs().bool("fast") && !isFinite(inputs.getFirst());
          case "ReverseV2" ->
              actual == null
                  && (inputs.getFirst().shape().rank() == 0 || inputs.getFirst().elements() == 0);
          case "Substr" ->
              node.attrs().string("unit").equals("UTF8_CHAR") && hasLess(inputs.get(2), 0);
          case "Zeta" -> first == DType.FLOAT32 && hasLess(inputs.get(1), -5);
          case "Polygamma" ->
              first == DType.FLOAT32
                  && (hasLess(inputs.get(1), -5) || hasMore(inputs.getFirst(), 20));
          case "TopK", "TopKV2" ->
              !node.attrs().bool("sorted") || (first.isFloating() && hasNan(inputs.getFirst()));
          case "BesselY1" -> first != DType.FLOAT64 && hasZero(inputs.getFirst());
          case "ArgMax" -> inputs.get(1).dtype() == DType.INT16;
          case "SparseReshape" -> actual == null && isAnyOutside(inputs.getFirst(), inputs.get(1));
          case "StringFormat" -> inputs.stream().anyMatch(input -> input.dtype().isComplex());
          default -> false;
        };
    return isOpen ? REASONS.get(node.op().signature().name()) : null;
  }

  /**
   * Outputs that TensorFlow leaves as they are, so that what was in memory before shows: what batch
   * normalization would hand to its gradient, when it is not training.
   */
  static Set<Integer> outputs(Node node) {
    boolean isNormalization = NORMALIZATIONS.contains(node.op().signature().name());
    return isNormalization && !node.attrs().bool("is_training") ? Set.of(3, 4, 5) : Set.of();
  }

  /** Whether a row of indices lies outside of a shape. */
  private static boolean isAnyOutside(Tensor indices, Tensor shape) {
    for (long i = 0; i < indices.elements() && shape.elements() > 0; i++) {
      long index = indices.getLong(i);
      if (index < 0 || index >= shape.getLong(i % shape.elements())) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasUnequalStrides(Node node) {
    long[] strides = node.attrs().integers("strides");
    return strides[1] != strides[2];
  }

  private static boolean startsWithNan(Tensor bands, boolean isLower) {
    long at = isLower ? 0 : (bands.shape().size(-2) - 1) * bands.shape().size(-1);
    return Double.isNaN(bands.getDouble(at));
  }

  private static boolean hasLess(Tensor tensor, long bound) {
    boolean isFloating = tensor.dtype().isFloating();
    for (long i = 0; i < tensor.elements(); i++) {
      if ((isFloating ? tensor.getDouble(i) : tensor.getLong(i)) < bound) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasMore(Tensor tensor, double bound) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (tensor.getDouble(i) > bound) {
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

  private static boolean hasZeroOnDiagonal(Tensor matrices) {
    long size = matrices.shape().size(-1);
    for (long i = 0; i < matrices.elements(); i++) {
      if (i % size == i / size % size && matrices.getDouble(i) == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean fits(Tensor tensor, DType target) {
    if (!target.isInteger() || tensor.dtype() == DType.STRING || tensor.dtype() == DType.BOOL) {
      return true;
    }
    double limit = Math.scalb(1.0, 8 * target.byteSize() - (target.isUnsigned() ? 0 : 1));
    for (long i = 0; i < tensor.elements(); i++) {
      double value = tensor.getDouble(i);
      if (!(value < limit && value > (target.isUnsigned() ? -1 : -limit))) {
        return false;
      }
    }
    return true;
  }
}
