package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.math.DoubleRemainder;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/** Quotients and remainders of real numbers, and products that are 0 where an operand is. */
final class DivisionKernels {
  private DivisionKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEachReal(
        new ElementTypes.Real() {
          @Override
          public <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> real) {
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            zeros(ops, real.log1p());
            if (element.isPlain()) {
              quotients(ops);
            }
          }
        });
    shortQuotients(
        new ElementwiseTable<>(table, DType.BFLOAT16, Element.BFLOAT16),
        x -> Bfloat16.toFloat(Bfloat16.fromFloat((float) x)));
    shortQuotients(
        new ElementwiseTable<>(table, DType.FLOAT16, Element.HALF),
        x -> Float.float16ToFloat(Float.floatToFloat16((float) x)));
    if (Fma.isFused()) {
      remainders(new ElementwiseTable<>(table, DType.FLOAT32, Element.WIDE_FLOAT));
      remainders(new ElementwiseTable<>(table, DType.FLOAT64, Element.DOUBLE));
      shortRemainders(new ElementwiseTable<>(table, DType.BFLOAT16, Element.BFLOAT16));
      shortRemainders(new ElementwiseTable<>(table, DType.FLOAT16, Element.HALF));
    }
  }

  private static <T> void zeros(ElementwiseTable<T> ops, RealFunctions.Function<T> log1p) {
    Vector<T> zero = ops.element().all(0);
    ops.binary(
        "MulNoNan",
        (x, y) -> x.mul(y).blend(zero, y.compare(VectorOperators.EQ, zero)),
        (x, y) -> y == 0 ? 0 : x * y);
    ops.binary(
        "Xdivy",
        (x, y) -> x.div(y).blend(zero, x.compare(VectorOperators.EQ, zero)),
        (x, y) -> x == 0 ? 0 : x / y);
    ops.costlyBinary(
        "Xlog1py",
        (x, y) -> x.mul(log1p.vectors().apply(y)).blend(zero, x.compare(VectorOperators.EQ, zero)),
        (x, y) -> x == 0 ? 0 : x * log1p.scalars().applyAsDouble(y));
  }

  private static <T> void quotients(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    WholeNumbers<T> whole = WholeNumbers.of(element);
    ops.binary(
        "FloorDiv", (x, y) -> whole.below(x.div(y)), (x, y) -> Math.floor(element.round(x / y)));
    ops.binary(
        "TruncateDiv",
        (x, y) -> whole.towardZero(x.div(y)),
        (x, y) -> truncate(element.round(x / y)));
  }

  /** The quotient is rounded to 16 bits before it is made a whole number. */
  private static void shortQuotients(ElementwiseTable<?> ops, DoubleUnaryOperator rounded) {
    ops.costlyBinary("FloorDiv", null, (x, y) -> Math.floor(rounded.applyAsDouble(x / y)));
    ops.costlyBinary("TruncateDiv", null, (x, y) -> truncate(rounded.applyAsDouble(x / y)));
  }

  private static double truncate(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }

  private static void remainders(ElementwiseTable<Double> ops) {
    ops.costlyBinary(
        "FloorMod",
        (x, y) -> DoubleRemainder.floored((DoubleVector) x, (DoubleVector) y),
        DoubleRemainder::floored);
    for (String op : List.of("Mod", "TruncateMod")) {
      ops.costlyBinary(
          op,
          (x, y) -> DoubleRemainder.truncated((DoubleVector) x, (DoubleVector) y),
          DoubleRemainder::truncated);
    }
  }

  private static void shortRemainders(ElementwiseTable<?> ops) {
    ops.costlyBinary("FloorMod", null, DoubleRemainder::floored);
    ops.costlyBinary("Mod", null, DoubleRemainder::truncated);
    ops.costlyBinary("TruncateMod", null, DoubleRemainder::truncated);
  }
}
