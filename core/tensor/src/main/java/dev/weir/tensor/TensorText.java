package dev.weir.tensor;

import java.util.ArrayList;
import java.util.List;

/**
 * Tensors as people read them, much as NumPy prints them. Above a thousand elements only the first
 * and last three along each dimension are shown:
 *
 * <pre>
 * float32[2,3]
 * [[1.0, 2.5, 3.0],
 *  [4.0, 5.0, 6.0]]
 * </pre>
 */
final class TensorText {
  private static final long ALL_SHOWN = 1000;
  private static final int EDGE = 3;
  private static final int LINE = 88;
  private static final String GAP = "…";

  private final Tensor tensor;
  private final Shape shape;
  private final boolean shortened;
  private final StringBuilder text = new StringBuilder();
  private int width;

  private TensorText(Tensor tensor) {
    this.tensor = tensor;
    this.shape = tensor.shape();
    this.shortened = tensor.elements() > ALL_SHOWN;
  }

  static String print(Tensor tensor) {
    return new TensorText(tensor).print();
  }

  private String print() {
    text.append(tensor.dtype()).append(shape);
    if (shape.isScalar()) {
      return text.append(' ').append(ElementText.print(tensor, 0)).toString();
    }
    if (tensor.elements() == 0) {
      return text.append(" []").toString();
    }
    width = shape.rank() == 1 ? 0 : widest(0, 0);
    text.append(shape.rank() == 1 ? ' ' : '\n');
    append(0, 0);
    return text.toString();
  }

  /** The positions shown along a dimension; -1 for what is left out. */
  private List<Long> shown(int dimension) {
    long size = shape.size(dimension);
    List<Long> positions = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      if (shortened && i == EDGE && size > 2 * EDGE) {
        positions.add(-1L);
        i = size - EDGE;
      }
      positions.add(i);
    }
    return positions;
  }

  private long stride(int dimension) {
    return shape.elements(dimension + 1, shape.rank());
  }

  private int widest(int dimension, long first) {
    if (dimension == shape.rank()) {
      return ElementText.print(tensor, first).length();
    }
    int widest = 0;
    for (long i : shown(dimension)) {
      if (i >= 0) {
        widest = Math.max(widest, widest(dimension + 1, first + i * stride(dimension)));
      }
    }
    return widest;
  }

  private void append(int dimension, long first) {
    text.append('[');
    List<Long> positions = shown(dimension);
    boolean innermost = dimension == shape.rank() - 1;
    for (int k = 0; k < positions.size(); k++) {
      long i = positions.get(k);
      if (innermost) {
        String element = i < 0 ? GAP : ElementText.print(tensor, first + i);
        appendInRow(k == 0, i < 0 ? element : pad(element), dimension);
      } else {
        if (k > 0) {
          text.append(",").repeat("\n", shape.rank() - dimension - 1);
          text.repeat(" ", dimension + 1);
        }
        if (i < 0) {
          text.append(GAP);
        } else {
          append(dimension + 1, first + i * stride(dimension));
        }
      }
    }
    text.append(']');
  }

  private void appendInRow(boolean isFirst, String element, int dimension) {
    if (!isFirst) {
      text.append(',');
      int column = text.length() - text.lastIndexOf("\n") - 1;
      if (column + 1 + element.length() > LINE) {
        text.append('\n').repeat(" ", dimension + 1);
      } else {
        text.append(' ');
      }
    }
    text.append(element);
  }

  /** Numbers to the right, strings to the left. */
  private String pad(String element) {
    return tensor.dtype().isObject()
        ? element
        : " ".repeat(Math.max(0, width - element.length())) + element;
  }
}
