package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.internal.elementwise.BinaryLoop;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.function.LongBinaryOperator;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import org.jspecify.annotations.Nullable;

/** Makes new totals of a row of totals and a row of elements, each rounded to their type. */
interface AccumulationLoop {
  /** What a copy of the loop over single elements is made for. */
  record Operation(ScalarType element, LongBinaryOperator function) {}

  /** Changes {@code count} totals. */
  void run(long totals, long elements, long count);

  /** A loop for a kind of total; of complex numbers only sums, part by part. */
  static AccumulationLoop of(Total total, DType dtype) {
    Element<?> element = element(dtype);
    if (element != null) {
      BinaryLoop loop = BinaryLoop.of(operation(total, element, isUnsigned(dtype)));
      return (totals, elements, count) -> loop.run(totals, elements, totals, count);
    }
    ScalarType type = ScalarType.of(dtype);
    return Specialized.copy(
        MethodHandles.lookup(),
        AccumulationLoopTemplate.class,
        AccumulationLoop.class,
        new Operation(type, total.integers(false)));
  }

  /** The vectors of a type, if there are some. */
  private static @Nullable Element<?> element(DType dtype) {
    return switch (dtype) {
      case FLOAT32, COMPLEX64 -> Element.FLOAT;
      case FLOAT64, COMPLEX128 -> Element.DOUBLE;
      case FLOAT16 -> Element.HALF;
      case BFLOAT16 -> Element.BFLOAT16;
      case INT32, QINT32, UINT32 -> Element.INT;
      case INT64, UINT64 -> Element.LONG;
      default -> null;
    };
  }

  private static boolean isUnsigned(DType dtype) {
    return dtype == DType.UINT32 || dtype == DType.UINT64;
  }

  private static <T> BinaryLoop.Operation<T> operation(
      Total total, Element<T> element, boolean isUnsigned) {
    ScalarFunctions.Binary scalars =
        new ScalarFunctions.Binary(total.reals(), total.integers(isUnsigned));
    VectorOperators.Comparison above = isUnsigned ? VectorOperators.UGT : VectorOperators.GT;
    return switch (total) {
      case SUM -> new BinaryLoop.Operation<>(element, Vector::add, scalars);
      case PRODUCT -> new BinaryLoop.Operation<>(element, Vector::mul, scalars);
      case MAXIMUM ->
          new BinaryLoop.Operation<>(element, (x, y) -> y.blend(x, x.compare(above, y)), scalars);
      case MINIMUM ->
          new BinaryLoop.Operation<>(element, (x, y) -> y.blend(x, y.compare(above, x)), scalars);
    };
  }
}
