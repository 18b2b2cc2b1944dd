package dev.weir.ops.support;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Tensors as text for people: {@code [[1 2 ... 9]}, a row to a line, the middle of long ones left
 * out.
 */
public final class TensorSummary {
  private final Tensor tensor;
  private final long atEnds;
  private final StringBuilder out = new StringBuilder();

  private TensorSummary(Tensor tensor, long atEnds) {
    this.tensor = tensor;
    this.atEnds = atEnds;
  }

  /**
   * The text of a tensor.
   *
   * @param atEnds how many elements to show at both ends of each dimension; all if -1
   */
  public static String of(Tensor tensor, long atEnds) {
    long most = tensor.elements();
    TensorSummary summary = new TensorSummary(tensor, atEnds < 0 ? most : Math.min(atEnds, most));
    summary.print(0, 0, tensor.elements());
    return summary.out.toString();
  }

  private void print(int dimension, long first, long elements) {
    Shape shape = tensor.shape();
    if (dimension == shape.rank()) {
      out.append(element(tensor, first));
      return;
    }
    long count = shape.size(dimension);
    long each = count == 0 ? 0 : elements / count;
    out.append('[');
    for (long i = 0; i < count; i++) {
      if (i == atEnds && count > 2 * atEnds) {
        space(dimension, true);
        out.append("...");
        i = count - atEnds;
        if (i == count) {
          break;
        }
      }
      space(dimension, i > 0);
      print(dimension + 1, first + i * each, each);
    }
    out.append(']');
  }

  private void space(int dimension, boolean isWanted) {
    int rank = tensor.shape().rank();
    if (!isWanted) {
      return;
    }
    if (dimension == rank - 1) {
      out.append(' ');
    } else {
      out.append("\n".repeat(rank - 1 - dimension)).append(" ".repeat(dimension + 1));
    }
  }

  private static String element(Tensor tensor, long i) {
    return switch (tensor.dtype()) {
      case STRING ->
          '"'
              + tensor.getString(i).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
              + '"';
      case FLOAT32, FLOAT16, BFLOAT16 -> Printf.shortest(tensor.getFloat(i));
      case FLOAT64 -> Printf.shortest(tensor.getDouble(i));
      case UINT64 -> Long.toUnsignedString(tensor.getLong(i));
      case COMPLEX64, COMPLEX128 ->
          "("
              + Printf.shortest(tensor.getReal(i))
              + ","
              + Printf.shortest(tensor.getImaginary(i))
              + ")";
      case RESOURCE, VARIANT -> String.valueOf(tensor.getObject(i));
      default -> Long.toString(tensor.getLong(i));
    };
  }
}
