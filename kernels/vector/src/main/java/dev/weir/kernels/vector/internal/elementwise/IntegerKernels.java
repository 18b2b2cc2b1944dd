package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.WholeElement;
import dev.weir.tensor.DType;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Arithmetic of the integers that {@link ArithmeticKernels} leaves out, and bits of all of them.
 */
final class IntegerKernels {
  private IntegerKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEachOtherWhole(
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            arithmetic(new ElementwiseTable<>(table, dtype, element));
          }
        });
    ElementTypes.forEachWhole(
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
            bits(ops);
            shifts(ops);
            if (dtype.isUnsigned()) {
              unsignedRectifiers(ops);
            } else {
              signs(ops);
              signedRectifiers(ops);
            }
          }
        });
  }

  private static <T> void arithmetic(ElementwiseTable<T> ops) {
    binary(ops, "AddV2", (x, y) -> x.add(y), Long::sum);
    binary(ops, "Add", (x, y) -> x.add(y), Long::sum);
    binary(ops, "Sub", (x, y) -> x.sub(y), (x, y) -> x - y);
    binary(ops, "Mul", (x, y) -> x.mul(y), (x, y) -> x * y);
    unary(ops, "Square", x -> x.mul(x), x -> x * x);
    if (ops.dtype().isUnsigned()) {
      binary(
          ops,
          "Maximum",
          (x, y) -> x.lanewise(VectorOperators.UMAX, y),
          (x, y) -> Long.compareUnsigned(x, y) > 0 ? x : y);
      binary(
          ops,
          "Minimum",
          (x, y) -> x.lanewise(VectorOperators.UMIN, y),
          (x, y) -> Long.compareUnsigned(x, y) < 0 ? x : y);
    } else {
      binary(ops, "Maximum", (x, y) -> x.max(y), Math::max);
      binary(ops, "Minimum", (x, y) -> x.min(y), Math::min);
      unary(ops, "Neg", x -> x.neg(), x -> -x);
      unary(ops, "Abs", x -> x.abs(), Math::abs);
    }
  }

  private static <T> void bits(ElementwiseTable<T> ops) {
    binary(ops, "BitwiseAnd", (x, y) -> x.lanewise(VectorOperators.AND, y), (x, y) -> x & y);
    binary(ops, "BitwiseOr", (x, y) -> x.lanewise(VectorOperators.OR, y), (x, y) -> x | y);
    binary(ops, "BitwiseXor", (x, y) -> x.lanewise(VectorOperators.XOR, y), (x, y) -> x ^ y);
    unary(ops, "Invert", x -> x.lanewise(VectorOperators.NOT), x -> ~x);
  }

  /** Shifts by a negative number do nothing, those by too many bits go as far as possible. */
  private static <T> void shifts(ElementwiseTable<T> ops) {
    Element<T> element = ops.element();
    int most = element.species().elementSize() - 1;
    Vector<T> last = element.all(most);
    Vector<T> zero = element.all(0);
    boolean isUnsigned = ops.dtype().isUnsigned();
    BinaryLoop.Function<T> places =
        isUnsigned
            ? (x, y) -> y.lanewise(VectorOperators.UMIN, last)
            : (x, y) -> y.max(zero).min(last);
    // of the bits of a uint64 a negative number is a large one
    LongBinaryOperator place =
        isUnsigned ? (x, y) -> y < 0 ? most : Math.min(y, most) : (x, y) -> Math.clamp(y, 0, most);
    binary(
        ops,
        "LeftShift",
        (x, y) -> x.lanewise(VectorOperators.LSHL, places.apply(x, y)),
        (x, y) -> x << place.applyAsLong(x, y));
    VectorOperators.Binary right = isUnsigned ? VectorOperators.LSHR : VectorOperators.ASHR;
    LongBinaryOperator oneRight = isUnsigned ? (x, n) -> x >>> n : (x, n) -> x >> n;
    binary(
        ops,
        "RightShift",
        (x, y) -> x.lanewise(right, places.apply(x, y)),
        (x, y) -> oneRight.applyAsLong(x, place.applyAsLong(x, y)));
  }

  private static <T> void signs(ElementwiseTable<T> ops) {
    Vector<T> one = ops.element().all(1);
    Vector<T> minusOne = ops.element().all(-1);
    unary(ops, "Sign", x -> x.min(one).max(minusOne), Long::signum);
  }

  private static <T> void signedRectifiers(ElementwiseTable<T> ops) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> six = ops.element().all(6);
    unary(ops, "Relu", x -> x.max(zero), x -> Math.max(x, 0));
    unary(ops, "Relu6", x -> x.max(zero).min(six), x -> Math.clamp(x, 0, 6));
    binary(
        ops,
        "ReluGrad",
        (gradient, x) -> zero.blend(gradient, x.compare(VectorOperators.GT, zero)),
        (gradient, x) -> x > 0 ? gradient : 0);
    binary(
        ops,
        "Relu6Grad",
        (gradient, x) ->
            zero.blend(
                gradient,
                x.compare(VectorOperators.GT, zero).and(x.compare(VectorOperators.LT, six))),
        (gradient, x) -> x > 0 && x < 6 ? gradient : 0);
  }

  private static <T> void unsignedRectifiers(ElementwiseTable<T> ops) {
    Vector<T> zero = ops.element().all(0);
    Vector<T> six = ops.element().all(6);
    unary(
        ops,
        "Relu6",
        x -> x.lanewise(VectorOperators.UMIN, six),
        x -> Long.compareUnsigned(x, 6) < 0 ? x : 6);
    binary(
        ops,
        "ReluGrad",
        (gradient, x) -> gradient.blend(zero, x.compare(VectorOperators.EQ, zero)),
        (gradient, x) -> x != 0 ? gradient : 0);
    binary(
        ops,
        "Relu6Grad",
        (gradient, x) ->
            gradient
                .blend(zero, x.compare(VectorOperators.EQ, zero))
                .blend(zero, x.compare(VectorOperators.UGE, six)),
        (gradient, x) -> x != 0 && Long.compareUnsigned(x, 6) < 0 ? gradient : 0);
  }

  private static <T> void unary(
      ElementwiseTable<T> ops,
      String op,
      UnaryLoop.Function<T> vectors,
      LongUnaryOperator scalars) {
    ops.unary(op, vectors, ScalarFunctions.Unary.ofWhole(scalars));
  }

  private static <T> void binary(
      ElementwiseTable<T> ops,
      String op,
      BinaryLoop.Function<T> vectors,
      LongBinaryOperator scalars) {
    ops.binary(op, vectors, ScalarFunctions.Binary.ofWhole(scalars));
  }
}
