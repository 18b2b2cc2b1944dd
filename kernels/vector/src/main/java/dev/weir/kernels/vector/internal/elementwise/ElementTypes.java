package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.WholeElement;
import dev.weir.tensor.DType;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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

  /** An action on a type of integers. */
  interface Whole {
    <T> void accept(DType dtype, WholeElement<T> element);
  }

  /** Calls {@code action} for the types of integers. */
  static void forEachWhole(Whole action) {
    action.accept(DType.INT32, Element.INT);
    action.accept(DType.INT64, Element.LONG);
    forEachOtherWhole(action);
  }

  /** Calls {@code action} for the types of integers but int32 and int64. */
  static void forEachOtherWhole(Whole action) {
    action.accept(DType.INT8, Element.BYTE);
    action.accept(DType.INT16, Element.SHORT);
    action.accept(DType.UINT8, Element.UNSIGNED_BYTE);
    action.accept(DType.UINT16, Element.UNSIGNED_SHORT);
    action.accept(DType.UINT32, Element.UNSIGNED_INT);
    action.accept(DType.UINT64, Element.LONG);
  }

  /**
   * Calls {@code action} for the types of quantized numbers, as the integers they are stored as.
   */
  static void forEachQuantized(Whole action) {
    action.accept(DType.QINT8, Element.BYTE);
    action.accept(DType.QUINT8, Element.UNSIGNED_BYTE);
    action.accept(DType.QINT16, Element.SHORT);
    action.accept(DType.QUINT16, Element.UNSIGNED_SHORT);
    action.accept(DType.QINT32, Element.INT);
  }

  /**
   * The element of a type, computed with in double precision and rounded once; null for types that
   * are not numbers.
   */
  static @Nullable Element<?> exact(DType dtype) {
    return switch (dtype) {
      case FLOAT32 -> Element.FLOAT;
      case FLOAT64 -> Element.DOUBLE;
      case BFLOAT16 -> Element.EXACT_BFLOAT16;
      case FLOAT16 -> Element.EXACT_HALF;
      case COMPLEX64 -> Element.COMPLEX_FLOAT;
      case COMPLEX128 -> Element.COMPLEX_DOUBLE;
      case INT8, QINT8, BOOL -> Element.BYTE;
      case UINT8, QUINT8 -> Element.UNSIGNED_BYTE;
      case INT16, QINT16 -> Element.SHORT;
      case UINT16, QUINT16 -> Element.UNSIGNED_SHORT;
      case INT32, QINT32 -> Element.INT;
      case UINT32 -> Element.UNSIGNED_INT;
      case INT64, UINT64 -> Element.LONG;
      case STRING, RESOURCE, VARIANT -> null;
    };
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
