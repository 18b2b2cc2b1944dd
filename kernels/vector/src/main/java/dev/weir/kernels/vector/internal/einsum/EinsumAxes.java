package dev.weir.kernels.vector.internal.einsum;

import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An equation applied to shapes: the shape of the result and the loops over all labels whose size
 * is not 1.
 *
 * @param isSparse whether the result has a label twice, and so elements that no loop reaches
 */
record EinsumAxes(Shape shape, List<EinsumAxis> axes, boolean isSparse) {
  private static final String ELLIPSIS = "...";

  /** Labels for the dimensions of an ellipsis, the last one first. */
  private static final int LAST_BROADCAST = 1 << 20;

  /** The loops; null if the shapes do not fit the equation, whose form is known to be right. */
  static @Nullable EinsumAxes of(String equation, List<Shape> shapes) {
    String[] sides = equation.split("->", -1);
    String[] inputs = sides[0].split(",", -1);
    if (inputs.length != shapes.size()) {
      return null;
    }
    int[][] labels = new int[inputs.length][];
    int broadcast = 0;
    for (int i = 0; i < inputs.length; i++) {
      boolean hasEllipsis = inputs[i].contains(ELLIPSIS);
      int extra = shapes.get(i).rank() - (inputs[i].length() - (hasEllipsis ? 3 : 0));
      if (extra < 0 || (extra > 0 && !hasEllipsis)) {
        return null;
      }
      labels[i] = labels(inputs[i], extra);
      broadcast = Math.max(broadcast, extra);
    }
    if (broadcast > 0 && !sides[1].contains(ELLIPSIS)) {
      return null;
    }
    Map<Integer, Long> sizes = sizes(labels, shapes);
    int[] result = labels(sides[1], broadcast);
    return sizes == null ? null : of(labels, shapes, sizes, result);
  }

  private static @Nullable EinsumAxes of(
      int[][] labels, List<Shape> shapes, Map<Integer, Long> sizes, int[] result) {
    long[] resultSizes = new long[result.length];
    for (int d = 0; d < result.length; d++) {
      Long size = sizes.get(result[d]);
      if (size == null) {
        return null;
      }
      resultSizes[d] = size;
    }
    Shape shape = Shape.of(resultSizes);
    List<EinsumAxis> axes = new ArrayList<>();
    sizes.forEach(
        (label, size) -> {
          if (size != 1) {
            long a = step(labels[0], shapes.get(0), label);
            long b = labels.length > 1 ? step(labels[1], shapes.get(1), label) : 0;
            axes.add(new EinsumAxis(size, a, b, step(result, shape, label)));
          }
        });
    boolean isSparse = Arrays.stream(result).distinct().count() < result.length;
    return new EinsumAxes(shape, axes, isSparse);
  }

  private static int[] labels(String text, int broadcast) {
    int dots = text.indexOf(ELLIPSIS);
    if (dots < 0) {
      return text.chars().toArray();
    }
    int[] labels = new int[text.length() - ELLIPSIS.length() + broadcast];
    int used = 0;
    for (int i = 0; i < text.length(); i++) {
      if (i == dots) {
        for (int d = broadcast - 1; d >= 0; d--) {
          labels[used++] = LAST_BROADCAST - d;
        }
        i += ELLIPSIS.length() - 1;
      } else {
        labels[used++] = text.charAt(i);
      }
    }
    return labels;
  }

  private static boolean isBroadcast(int label) {
    return label > Character.MAX_VALUE;
  }

  private static @Nullable Map<Integer, Long> sizes(int[][] labels, List<Shape> shapes) {
    Map<Integer, Long> sizes = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i++) {
      for (int d = 0; d < labels[i].length; d++) {
        long size = shapes.get(i).size(d);
        Long known = sizes.putIfAbsent(labels[i][d], size);
        if (known == null || known == size) {
          continue;
        }
        if (!isBroadcast(labels[i][d]) || (known != 1 && size != 1)) {
          return null;
        }
        sizes.put(labels[i][d], known == 1 ? size : known);
      }
    }
    return sizes;
  }

  /** The sum of the strides of all dimensions with this label; 0 for those that stretch. */
  private static long step(int[] labels, Shape shape, int label) {
    long step = 0;
    long stride = 1;
    for (int d = labels.length - 1; d >= 0; d--) {
      step += labels[d] == label && shape.size(d) != 1 ? stride : 0;
      stride *= shape.size(d);
    }
    return step;
  }

  boolean isEmpty() {
    return axes.stream().anyMatch(axis -> axis.size() == 0);
  }
}
