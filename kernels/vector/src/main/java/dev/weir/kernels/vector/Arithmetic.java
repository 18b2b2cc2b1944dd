package dev.weir.kernels.vector;

import dev.weir.tensor.DType;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Arithmetic, element by element. {@code max} and {@code min} return NaN when an operand is NaN, as
 * TensorFlow does; integers wrap.
 */
final class Arithmetic {
  private Arithmetic() {}

  static void addTo(KernelTable table) {
    Numbers.forEach((dtype, element) -> numbers(table, dtype, element));
    Numbers.forEachReal((dtype, element) -> reals(table, dtype, element));
  }

  private static <T> void numbers(KernelTable table, DType dtype, Element<T> element) {
    Elementwise<T> ops = new Elementwise<>(table, dtype, element);
    ops.binary("AddV2", (x, y) -> x.add(y));
    ops.binary("Add", (x, y) -> x.add(y));
    ops.binary("Sub", (x, y) -> x.sub(y));
    ops.binary("Mul", (x, y) -> x.mul(y));
    ops.binary("Maximum", (x, y) -> x.max(y));
    ops.binary("Minimum", (x, y) -> x.min(y));
    ops.binary("SquaredDifference", Arithmetic::squaredDifference);
    ops.unary("Neg", x -> x.neg());
    ops.unary("Abs", x -> x.abs());
    ops.unary("Square", x -> x.mul(x));
  }

  private static <T> void reals(KernelTable table, DType dtype, Element<T> element) {
    Elementwise<T> ops = new Elementwise<>(table, dtype, element);
    Vector<T> one = element.all(1);
    ops.binary("RealDiv", (x, y) -> x.div(y));
    ops.binary("Div", (x, y) -> x.div(y));
    ops.unary("Sqrt", x -> x.lanewise(VectorOperators.SQRT));
    ops.unary("Rsqrt", x -> one.div(x.lanewise(VectorOperators.SQRT)));
    ops.unary("Reciprocal", x -> one.div(x));
    ops.unary("Inv", x -> one.div(x));
  }

  private static <T> Vector<T> squaredDifference(Vector<T> x, Vector<T> y) {
    Vector<T> difference = x.sub(y);
    return difference.mul(difference);
  }
}
