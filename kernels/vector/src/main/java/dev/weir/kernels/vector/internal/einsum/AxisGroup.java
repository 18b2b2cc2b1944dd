package dev.weir.kernels.vector.internal.einsum;

import java.util.ArrayList;
import java.util.List;

/**
 * Loops that are the rows, the columns or the inner dimension of a product: those inside that form
 * one loop, and those that do not and are around it.
 */
record AxisGroup(EinsumAxis one, List<EinsumAxis> around) {
  private static final EinsumAxis NONE = new EinsumAxis(1, 0, 0, 0);

  /** Of loops in order, the outermost first. */
  static AxisGroup of(List<EinsumAxis> axes) {
    if (axes.isEmpty()) {
      return new AxisGroup(NONE, List.of());
    }
    EinsumAxis one = axes.getLast();
    int at = axes.size() - 2;
    while (at >= 0 && axes.get(at).extendsOver(one)) {
      one = axes.get(at).mergedWith(one);
      at--;
    }
    return new AxisGroup(one, List.copyOf(axes.subList(0, at + 1)));
  }

  boolean isWhole() {
    return around.isEmpty();
  }

  /** All loops, one after the other. */
  static List<EinsumAxis> joined(List<List<EinsumAxis>> lists) {
    List<EinsumAxis> all = new ArrayList<>();
    lists.forEach(all::addAll);
    return all;
  }
}
