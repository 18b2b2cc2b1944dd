package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.tensor.DType;
import java.util.function.BiConsumer;

/** The types of elements there are vectors for. */
public final class ElementTypes {
  private ElementTypes() {}

  /** Every type there is. */
  public static void forEach(BiConsumer<DType, Element<?>> action) {
    forEachPlain(action);
    action.accept(DType.BFLOAT16, Element.BFLOAT16);
    action.accept(DType.FLOAT16, Element.HALF);
  }

  /** Types that are the same in memory and in vectors. */
  public static void forEachPlain(BiConsumer<DType, Element<?>> action) {
    action.accept(DType.FLOAT32, Element.FLOAT);
    action.accept(DType.FLOAT64, Element.DOUBLE);
    action.accept(DType.INT32, Element.INT);
    action.accept(DType.INT64, Element.LONG);
  }

  /** Types of real numbers, and the functions of what they are computed with. */
  static void forEachReal(Real action) {
    action.accept(DType.FLOAT32, Element.FLOAT, RealFunctions.OF_FLOATS);
    action.accept(DType.FLOAT64, Element.DOUBLE, RealFunctions.OF_DOUBLES);
    action.accept(DType.BFLOAT16, Element.BFLOAT16, RealFunctions.OF_FLOATS);
    action.accept(DType.FLOAT16, Element.HALF, RealFunctions.OF_FLOATS);
  }

  /** What is done with a type of real numbers. */
  interface Real {
    <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> functions);
  }
}
