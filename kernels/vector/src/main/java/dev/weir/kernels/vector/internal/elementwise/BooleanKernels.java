package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import java.util.function.DoublePredicate;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/** Logical ops, and tests of single numbers such as {@code IsNan}. */
public final class BooleanKernels {
  private BooleanKernels() {}

  static void addTo(KernelTable table) {
    logic(new ElementwiseTable<>(table, DType.BOOL, Element.TRUTH));
    ElementTypes.forEachReal(
        new ElementTypes.Real() {
          @Override
          public <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> real) {
            Vector<T> infinity = element.all(Double.POSITIVE_INFINITY);
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            ops.test("IsNan", x -> x.compare(VectorOperators.NE, x), real(Double::isNaN));
            ops.test(
                "IsInf",
                x -> x.abs().compare(VectorOperators.EQ, infinity),
                real(Double::isInfinite));
            ops.test(
                "IsFinite",
                x -> x.abs().compare(VectorOperators.LT, infinity),
                real(Double::isFinite));
          }
        });
  }

  private static ScalarFunctions.Test real(DoublePredicate test) {
    return new ScalarFunctions.Test((x, same) -> test.test(x), (x, same) -> test.test(x));
  }

  private static void logic(ElementwiseTable<Byte> ops) {
    Vector<Byte> one = Element.TRUTH.all(1);
    ops.binary(
        "LogicalAnd",
        (x, y) -> x.lanewise(VectorOperators.AND, y),
        ScalarFunctions.Binary.ofWhole((x, y) -> x & y));
    ops.binary(
        "LogicalOr",
        (x, y) -> x.lanewise(VectorOperators.OR, y),
        ScalarFunctions.Binary.ofWhole((x, y) -> x | y));
    ops.unary(
        "LogicalNot",
        x -> x.lanewise(VectorOperators.XOR, one),
        ScalarFunctions.Unary.ofWhole(x -> x ^ 1));
  }

  /** A loop that sets whether elements are other than 0. */
  public static <T> UnaryLoop isNotZero(Element<T> element) {
    Vector<T> zero = element.all(0);
    return ComparisonLoop.ofOne(
        new ComparisonLoop.Operation<>(
            element,
            (x, same) -> x.compare(VectorOperators.NE, zero),
            new ScalarFunctions.Test((x, same) -> x != 0, (x, same) -> x != 0)));
  }
}
