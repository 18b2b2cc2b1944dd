package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WholeElement;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/** Ops whose result has another type than their operands, comparisons without attributes aside. */
final class ConversionKernels {
  private ConversionKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEachWhole(
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            table.addShared(
                "PopulationCount",
                dtype,
                () -> UnaryVectorKernel.converting(counting(element), element.shift(), 0));
          }
        });
    complex(table, DType.FLOAT32, Element.FLOAT);
    complex(table, DType.FLOAT64, Element.DOUBLE);
    for (DType dtype : DType.values()) {
      Element<?> element = ElementTypes.exact(dtype);
      if (element != null && dtype != DType.BOOL) {
        approximateEquality(table, dtype, element);
      }
    }
  }

  private static UnaryLoop counting(WholeElement<?> element) {
    return Specialized.copy(
        MethodHandles.lookup(), PopulationCountLoop.class, UnaryLoop.class, element);
  }

  private static void complex(KernelTable table, DType dtype, RealElement<?> part) {
    table.addShared(
        "Complex",
        dtype,
        () ->
            BinaryVectorKernel.converting(
                Specialized.copy(MethodHandles.lookup(), ComplexLoop.class, BinaryLoop.class, part),
                part.shift(),
                part.shift() + 1));
  }

  private static void approximateEquality(KernelTable table, DType dtype, Element<?> element) {
    table.addCached(
        "ApproximateEqual",
        dtype,
        spec -> spec.attrs().floating("tolerance"),
        tolerance -> {
          ComparisonLoop.Operation<?> operation =
              switch (dtype) {
                case FLOAT32 -> within(Element.WIDE_FLOAT, tolerance);
                case FLOAT64 -> within(Element.DOUBLE, tolerance);
                default ->
                    new ComparisonLoop.Operation<>(
                        element, null, oneByOne(tolerance, dtype == DType.UINT64));
              };
          return BinaryVectorKernel.converting(ComparisonLoop.of(operation), element.shift(), 0);
        });
  }

  /** In double precision, in which the tolerance is given. */
  private static ComparisonLoop.Operation<Double> within(
      Element<Double> element, double tolerance) {
    Vector<Double> most = element.all(tolerance);
    return new ComparisonLoop.Operation<>(
        element,
        (x, y) -> x.sub(y).abs().compare(VectorOperators.LE, most),
        oneByOne(tolerance, false));
  }

  private static ScalarFunctions.Test oneByOne(double tolerance, boolean isUnsigned) {
    return new ScalarFunctions.Test(
        (x, y) -> Math.abs(x - y) <= tolerance,
        (x, y) -> Math.abs(toDouble(x, isUnsigned) - toDouble(y, isUnsigned)) <= tolerance,
        (a, b, c, d) -> Math.hypot(a - c, b - d) <= tolerance);
  }

  private static double toDouble(long number, boolean isUnsigned) {
    return isUnsigned && number < 0 ? 2.0 * (number >>> 1 | number & 1) : number;
  }
}
