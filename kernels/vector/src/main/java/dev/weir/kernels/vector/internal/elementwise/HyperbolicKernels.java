package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.tensor.DType;
import java.util.function.DoubleUnaryOperator;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Hyperbolic functions and their inverses, made of exponentials and logarithms. */
final class HyperbolicKernels {
  private HyperbolicKernels() {}

  static void addTo(KernelTable table) {
    ElementTypes.forEachReal(
        new ElementTypes.Real() {
          @Override
          public <T> void accept(DType dtype, RealElement<T> element, RealFunctions<T> real) {
            if (element.isPlain()) {
              ElementwiseTable<T> ops = new ElementwiseTable<>(table, dtype, element);
              double highest = dtype == DType.FLOAT32 ? 88 : 709;
              sinh(ops, real.expm1(), highest);
              cosh(ops, real.exp(), highest);
              // 1 does not count beside the square of this
              double large = dtype == DType.FLOAT32 ? 0x1p13 : 0x1p28;
              asinh(ops, real.log1p(), large);
              acosh(ops, real.log1p(), large);
              atanh(ops, real.log1p());
            }
          }
        });
  }

  /** Above {@code highest} the exponential overflows, but half of it does not. */
  private static <T> void sinh(
      ElementwiseTable<T> ops, RealFunctions.Function<T> expm1, double highest) {
    Element<T> element = ops.element();
    Vector<T> half = element.all(0.5);
    Vector<T> one = element.all(1);
    Vector<T> most = element.all(highest);
    add(
        ops,
        "Sinh",
        x -> {
          Vector<T> size = x.abs();
          VectorMask<T> isHigh = size.compare(VectorOperators.GT, most);
          Vector<T> t = expm1.vectors().apply(size.blend(size.mul(half), isHigh));
          Vector<T> result = t.add(t.div(t.add(one))).mul(half).blend(t.mul(half).mul(t), isHigh);
          return result.blend(result.neg(), x.test(VectorOperators.IS_NEGATIVE));
        },
        x -> {
          double size = Math.abs(x);
          double t = expm1.scalars().applyAsDouble(size > highest ? size * 0.5 : size);
          double less = element.round(t / element.round(t + 1));
          return Math.copySign(size > highest ? t * 0.5 * t : element.round(t + less) * 0.5, x);
        });
  }

  private static <T> void cosh(
      ElementwiseTable<T> ops, RealFunctions.Function<T> exp, double highest) {
    Element<T> element = ops.element();
    Vector<T> half = element.all(0.5);
    Vector<T> most = element.all(highest);
    add(
        ops,
        "Cosh",
        x -> {
          Vector<T> size = x.abs();
          VectorMask<T> isHigh = size.compare(VectorOperators.GT, most);
          Vector<T> e = exp.vectors().apply(size.blend(size.mul(half), isHigh));
          Vector<T> halved = e.mul(half);
          return halved.add(half.div(e)).blend(halved.mul(e), isHigh);
        },
        x -> {
          double size = Math.abs(x);
          double e = exp.scalars().applyAsDouble(size > highest ? size * 0.5 : size);
          return size > highest ? e * 0.5 * e : e * 0.5 + element.round(0.5 / e);
        });
  }

  private static <T> void asinh(
      ElementwiseTable<T> ops, RealFunctions.Function<T> log1p, double large) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> larges = element.all(large);
    Vector<T> ln2 = element.all(Math.log(2));
    double roundedLn2 = element.round(Math.log(2));
    add(
        ops,
        "Asinh",
        x -> {
          Vector<T> size = x.abs();
          VectorMask<T> isLarge = size.compare(VectorOperators.GT, larges);
          Vector<T> square = size.mul(size);
          Vector<T> root = square.add(one).lanewise(VectorOperators.SQRT);
          Vector<T> above = size.add(square.div(root.add(one))).blend(size.sub(one), isLarge);
          Vector<T> result = log1p.vectors().apply(above).add(zero.blend(ln2, isLarge));
          return result.blend(result.neg(), x.test(VectorOperators.IS_NEGATIVE));
        },
        x -> {
          double size = Math.abs(x);
          double square = element.round(size * size);
          double root = element.round(Math.sqrt(element.round(square + 1)));
          double above =
              size > large ? size - 1 : size + element.round(square / element.round(root + 1));
          double log = log1p.scalars().applyAsDouble(element.round(above));
          return Math.copySign(log + (size > large ? roundedLn2 : 0), x);
        });
  }

  private static <T> void acosh(
      ElementwiseTable<T> ops, RealFunctions.Function<T> log1p, double large) {
    Element<T> element = ops.element();
    Vector<T> zero = element.all(0);
    Vector<T> one = element.all(1);
    Vector<T> larges = element.all(large);
    Vector<T> ln2 = element.all(Math.log(2));
    Vector<T> notANumber = element.all(Double.NaN);
    double roundedLn2 = element.round(Math.log(2));
    add(
        ops,
        "Acosh",
        x -> {
          Vector<T> above = x.sub(one);
          Vector<T> root = above.mul(x.add(one)).lanewise(VectorOperators.SQRT);
          VectorMask<T> isLarge = x.compare(VectorOperators.GT, larges);
          Vector<T> log = log1p.vectors().apply(above.add(root).blend(above, isLarge));
          return log.add(zero.blend(ln2, isLarge))
              .blend(notANumber, x.compare(VectorOperators.LT, one));
        },
        x -> {
          double above = element.round(x - 1);
          double root = element.round(Math.sqrt(element.round(above * element.round(x + 1))));
          double log =
              log1p.scalars().applyAsDouble(x > large ? above : element.round(above + root));
          return x < 1 ? Double.NaN : log + (x > large ? roundedLn2 : 0);
        });
  }

  private static <T> void atanh(ElementwiseTable<T> ops, RealFunctions.Function<T> log1p) {
    Element<T> element = ops.element();
    Vector<T> half = element.all(0.5);
    Vector<T> one = element.all(1);
    add(
        ops,
        "Atanh",
        x -> {
          Vector<T> size = x.abs();
          Vector<T> log = log1p.vectors().apply(size.add(size).div(one.sub(size)));
          Vector<T> result = log.mul(half);
          return result.blend(result.neg(), x.test(VectorOperators.IS_NEGATIVE));
        },
        x -> {
          double size = Math.abs(x);
          double quotient = element.round((size + size) / element.round(1 - size));
          return Math.copySign(log1p.scalars().applyAsDouble(quotient) * 0.5, x);
        });
  }

  private static <T> void add(
      ElementwiseTable<T> ops,
      String op,
      UnaryLoop.Function<T> vectors,
      DoubleUnaryOperator scalars) {
    ops.costly(op, new RealFunctions.Function<>(vectors, scalars));
  }
}
