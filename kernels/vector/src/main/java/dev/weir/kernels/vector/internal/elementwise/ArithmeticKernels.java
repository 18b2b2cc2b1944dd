package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.math.FloatPower;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Arithmetic, element by element. {@code max} and {@code min} return NaN when an operand is NaN, as
 * TensorFlow does; integers wrap.
 */
public final class ArithmeticKernels {
  private ArithmeticKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEach(
        (dtype, element) -> numbers(new ElementwiseTable<>(table, dtype, element)));
    ElementTypes.forEachReal(
        new ElementTypes.Real() {
          @Override
          public <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> real) {
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            reals(ops);
            rounding(ops);
            xlogy(ops, real.log());
          }
        });
    table.addShared(
        "Pow",
        DType.FLOAT32,
        () -> BinaryVectorKernel.of(new PowerLoop(), Element.FLOAT.shift(), Grain.COSTLY));
    new ElementwiseTable<>(table, DType.BFLOAT16, Element.BFLOAT16)
        .costlyBinary("Pow", null, FloatPower::power);
    new ElementwiseTable<>(table, DType.FLOAT16, Element.HALF)
        .costlyBinary("Pow", null, FloatPower::power);
  }

  private static <T> void numbers(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    ops.binary("AddV2", (x, y) -> x.add(y), both(Double::sum, Long::sum));
    ops.binary("Add", (x, y) -> x.add(y), both(Double::sum, Long::sum));
    ops.binary("Sub", (x, y) -> x.sub(y), both((x, y) -> x - y, (x, y) -> x - y));
    ops.binary("Mul", (x, y) -> x.mul(y), both((x, y) -> x * y, (x, y) -> x * y));
    ops.binary("Maximum", (x, y) -> x.max(y), both(Math::max, Math::max));
    ops.binary("Minimum", (x, y) -> x.min(y), both(Math::min, Math::min));
    if (element.isPlain()) { // others round the difference before it is squared
      ops.binary(
          "SquaredDifference",
          ArithmeticKernels::squaredDifference,
          both((x, y) -> square(element.round(x - y)), (x, y) -> (x - y) * (x - y)));
    }
    ops.unary("Neg", x -> x.neg(), new ScalarFunctions.Unary(x -> -x, x -> -x));
    ops.unary("Abs", x -> x.abs(), new ScalarFunctions.Unary(Math::abs, Math::abs));
    ops.unary("Square", x -> x.mul(x), new ScalarFunctions.Unary(x -> x * x, x -> x * x));
  }

  private static <T> void reals(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    Vector<T> one = element.all(1);
    Vector<T> zero = element.all(0);
    ops.binary("RealDiv", (x, y) -> x.div(y), (x, y) -> x / y);
    ops.binary("Div", (x, y) -> x.div(y), (x, y) -> x / y);
    ops.binary(
        "DivNoNan",
        (x, y) -> x.div(y).blend(zero, y.compare(VectorOperators.EQ, zero)),
        (x, y) -> y == 0 ? 0 : x / y);
    ops.unary("Sqrt", x -> x.lanewise(VectorOperators.SQRT), Math::sqrt);
    ops.unary(
        "Rsqrt",
        x -> one.div(x.lanewise(VectorOperators.SQRT)),
        x -> 1 / element.round(Math.sqrt(x)));
    ops.unary("Reciprocal", x -> one.div(x), x -> 1 / x);
    ops.unary("Inv", x -> one.div(x), x -> 1 / x);
  }

  private static <T> void rounding(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    WholeNumbers<T> whole = WholeNumbers.of(element);
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> minusOne = element.all(-1);
    ops.unary("Round", whole::nearest, Math::rint);
    ops.unary("Rint", whole::nearest, Math::rint);
    ops.unary("Floor", whole::below, Math::floor);
    ops.unary("Ceil", whole::above, Math::ceil);
    ops.unary(
        "Sign",
        x ->
            x.blend(one, x.compare(VectorOperators.GT, zero))
                .blend(minusOne, x.compare(VectorOperators.LT, zero)),
        Math::signum);
  }

  private static <T> void xlogy(ElementwiseTable<T> ops, RealFunctions.Function<T> log) {
    Vector<T> zero = ops.element().all(0);
    ops.costlyBinary(
        "Xlogy",
        (x, y) -> x.mul(log.vectors().apply(y)).blend(zero, x.compare(VectorOperators.EQ, zero)),
        (x, y) -> x == 0 ? 0 : x * log.scalars().applyAsDouble(y));
  }

  /** Loops that add. */
  public static <T> BinaryLoop sum(Element<T> element) {
    return BinaryLoop.of(
        new BinaryLoop.Operation<>(element, (x, y) -> x.add(y), both(Double::sum, Long::sum)));
  }

  private static ScalarFunctions.Binary both(
      DoubleBinaryOperator real, LongBinaryOperator integer) {
    return new ScalarFunctions.Binary(real, integer);
  }

  private static double square(double x) {
    return x * x;
  }

  private static <T> Vector<T> squaredDifference(Vector<T> x, Vector<T> y) {
    Vector<T> difference = x.sub(y);
    return difference.mul(difference);
  }
}
