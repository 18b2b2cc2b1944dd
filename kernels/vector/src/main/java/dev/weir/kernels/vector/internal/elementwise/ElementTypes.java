package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.tensor.DType;
import java.util.function.BiConsumer;

/** The element types that have vector kernels. */
public final class ElementTypes {
  private ElementTypes() {}

  /** Calls {@code action} for every type. */
  public static void forEach(BiConsumer<DType, Element<?>> action) {
    forEachPlain(action);
    action.accept(DType.BFLOAT16, Element.BFLOAT16);
    action.accept(DType.FLOAT16, Element.HALF);
  }

  /** Calls {@code action} for the types that have one representation in memory and in vectors. */
  public static void forEachPlain(BiConsumer<DType, Element<?>> action) {
    action.accept(DType.FLOAT32, Element.FLOAT);
    action.accept(DType.FLOAT64, Element.DOUBLE);
    action.accept(DType.INT32, Element.INT);
    action.accept(DType.INT64, Element.LONG);
  }

  /**
   * Calls {@code action} for types of real numbers, with the functions of the type they are
   * computed in.
   */
  static void forEachReal(Real action) {
    action.accept(DType.FLOAT32, Element.FLOAT, RealFunctions.OF_FLOATS);
    action.accept(DType.FLOAT64, Element.DOUBLE, RealFunctions.OF_DOUBLES);
    action.accept(DType.BFLOAT16, Element.BFLOAT16, RealFunctions.OF_FLOATS);
    action.accept(DType.FLOAT16, Element.HALF, RealFunctions.OF_FLOATS);
  }

  /** An action on a type of real numbers. */
  interface Real {
    <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> functions);
  }
}
