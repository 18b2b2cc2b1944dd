package dev.weir.kernels.vector;

import dev.weir.tensor.DType;
import java.util.function.BiConsumer;

/** The types of elements there are vectors for. */
final class Numbers {
  private Numbers() {}

  static void forEach(BiConsumer<DType, Element<?>> action) {
    action.accept(DType.FLOAT32, Element.FLOAT);
    action.accept(DType.FLOAT64, Element.DOUBLE);
    action.accept(DType.INT32, Element.INT);
    action.accept(DType.INT64, Element.LONG);
  }

  static void forEachReal(BiConsumer<DType, Element<?>> action) {
    action.accept(DType.FLOAT32, Element.FLOAT);
    action.accept(DType.FLOAT64, Element.DOUBLE);
  }
}
