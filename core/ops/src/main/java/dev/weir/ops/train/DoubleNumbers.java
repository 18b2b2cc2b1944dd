package dev.weir.ops.train;

import dev.weir.tensor.Tensor;
import java.util.Arrays;

/** Numbers in double precision. */
final class DoubleNumbers extends Numbers {
  private final NumberArrays arrays;
  private final double[] values;
  private final boolean isUniform;
  private boolean isExpanded;

  private DoubleNumbers(NumberArrays arrays, boolean isUniform) {
    this.arrays = arrays;
    this.values = arrays.takeDoubles();
    this.isUniform = isUniform;
  }

  /** One number for each element of a block, not set yet. */
  static DoubleNumbers of(NumberArrays arrays) {
    return new DoubleNumbers(arrays, false);
  }

  /** One number for all elements. */
  static DoubleNumbers uniform(double value, NumberArrays arrays) {
    DoubleNumbers numbers = new DoubleNumbers(arrays, true);
    numbers.values[0] = value;
    return numbers;
  }

  private int count() {
    return isUniform ? 1 : arrays.count();
  }

  private static DoubleNumbers of(Numbers numbers) {
    return (DoubleNumbers) numbers;
  }

  /** Room for a function of these numbers. */
  private DoubleNumbers result() {
    return new DoubleNumbers(arrays, isUniform);
  }

  /** Room for a function of these and other numbers, which may still be just one. */
  private DoubleNumbers resultWith(DoubleNumbers other) {
    if (isUniform && !other.isUniform) {
      expand();
    }
    return new DoubleNumbers(arrays, isUniform && other.isUniform);
  }

  /** Room for a function of these and other numbers, all of which are then in their arrays. */
  private DoubleNumbers result(DoubleNumbers other) {
    if (isUniform && other.isUniform) {
      return new DoubleNumbers(arrays, true);
    }
    expand();
    other.expand();
    return new DoubleNumbers(arrays, false);
  }

  private void expand() {
    if (isUniform && !isExpanded) {
      Arrays.fill(values, values[0]);
      isExpanded = true;
    }
  }

  @Override
  void load(Tensor tensor, long from, int at, int count) {
    tensor.buffer().copyToArray(from * Double.BYTES, values, at, count);
  }

  @Override
  void store(Tensor tensor, long from, int at, int count) {
    expand();
    tensor.buffer().copyFromArray(values, at, from * Double.BYTES, count);
  }

  @Override
  Numbers plus(Numbers other) {
    if (isUniform && !of(other).isUniform) {
      return other.plus(this);
    }
    DoubleNumbers sum = resultWith(of(other));
    if (of(other).isUniform) {
      add(values, of(other).values[0], sum.values, sum.count());
    } else {
      add(values, of(other).values, sum.values, sum.count());
    }
    return sum;
  }

  private static void add(double[] a, double[] b, double[] sum, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = a[i] + b[i];
    }
  }

  private static void add(double[] a, double b, double[] sum, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = a[i] + b;
    }
  }

  @Override
  Numbers minus(Numbers other) {
    DoubleNumbers difference = resultWith(of(other));
    if (of(other).isUniform) {
      subtract(values, of(other).values[0], difference.values, difference.count());
    } else {
      subtract(values, of(other).values, difference.values, difference.count());
    }
    return difference;
  }

  private static void subtract(double[] a, double[] b, double[] difference, int count) {
    for (int i = 0; i < count; i++) {
      difference[i] = a[i] - b[i];
    }
  }

  private static void subtract(double[] a, double b, double[] difference, int count) {
    for (int i = 0; i < count; i++) {
      difference[i] = a[i] - b;
    }
  }

  @Override
  Numbers times(Numbers other) {
    if (isUniform && !of(other).isUniform) {
      return other.times(this);
    }
    DoubleNumbers product = resultWith(of(other));
    if (of(other).isUniform) {
      multiply(values, of(other).values[0], product.values, product.count());
    } else {
      multiply(values, of(other).values, product.values, product.count());
    }
    return product;
  }

  private static void multiply(double[] a, double[] b, double[] product, int count) {
    for (int i = 0; i < count; i++) {
      product[i] = a[i] * b[i];
    }
  }

  private static void multiply(double[] a, double b, double[] product, int count) {
    for (int i = 0; i < count; i++) {
      product[i] = a[i] * b;
    }
  }

  @Override
  Numbers dividedBy(Numbers other) {
    DoubleNumbers quotient = resultWith(of(other));
    if (of(other).isUniform) {
      divide(values, of(other).values[0], quotient.values, quotient.count());
    } else {
      divide(values, of(other).values, quotient.values, quotient.count());
    }
    return quotient;
  }

  private static void divide(double[] a, double[] b, double[] quotient, int count) {
    for (int i = 0; i < count; i++) {
      quotient[i] = a[i] / b[i];
    }
  }

  private static void divide(double[] a, double b, double[] quotient, int count) {
    for (int i = 0; i < count; i++) {
      quotient[i] = a[i] / b;
    }
  }

  @Override
  Numbers max(Numbers other) {
    DoubleNumbers larger = result(of(other));
    larger(values, of(other).values, larger.values, larger.count());
    return larger;
  }

  private static void larger(double[] a, double[] b, double[] larger, int count) {
    for (int i = 0; i < count; i++) {
      larger[i] = Math.max(a[i], b[i]);
    }
  }

  @Override
  Numbers power(Numbers other) {
    DoubleNumbers powers = result(of(other));
    raise(values, of(other).values, powers.values, powers.count());
    return powers;
  }

  private static void raise(double[] a, double[] b, double[] powers, int count) {
    for (int i = 0; i < count; i++) {
      powers[i] = Math.pow(a[i], b[i]);
    }
  }

  @Override
  Numbers sqrt() {
    DoubleNumbers roots = result();
    root(values, roots.values, roots.count());
    return roots;
  }

  private static void root(double[] x, double[] roots, int count) {
    for (int i = 0; i < count; i++) {
      roots[i] = Math.sqrt(x[i]);
    }
  }

  @Override
  Numbers reciprocalSqrt() {
    DoubleNumbers roots = result();
    reciprocalRoot(values, roots.values, roots.count());
    return roots;
  }

  private static void reciprocalRoot(double[] x, double[] roots, int count) {
    for (int i = 0; i < count; i++) {
      roots[i] = 1 / Math.sqrt(x[i]);
    }
  }

  @Override
  Numbers negated() {
    DoubleNumbers negated = result();
    negate(values, negated.values, negated.count());
    return negated;
  }

  private static void negate(double[] x, double[] negated, int count) {
    for (int i = 0; i < count; i++) {
      negated[i] = 0 - x[i];
    }
  }

  @Override
  Numbers abs() {
    DoubleNumbers sizes = result();
    size(values, sizes.values, sizes.count());
    return sizes;
  }

  private static void size(double[] x, double[] sizes, int count) {
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.abs(x[i]);
    }
  }

  @Override
  Numbers sign() {
    DoubleNumbers signs = result();
    sign(values, signs.values, signs.count());
    return signs;
  }

  private static void sign(double[] x, double[] signs, int count) {
    for (int i = 0; i < count; i++) {
      signs[i] = Math.signum(x[i]);
    }
  }

  @Override
  Numbers exp() {
    DoubleNumbers powers = result();
    exp(values, powers.values, powers.count());
    return powers;
  }

  private static void exp(double[] x, double[] powers, int count) {
    for (int i = 0; i < count; i++) {
      powers[i] = Math.exp(x[i]);
    }
  }

  @Override
  Numbers whereGreater(Numbers left, Numbers right) {
    DoubleNumbers kept = result(of(left).result(of(right)));
    expand();
    of(left).expand();
    of(right).expand();
    select(values, of(left).values, of(right).values, kept.values, kept.count());
    return kept;
  }

  private static void select(double[] x, double[] a, double[] b, double[] kept, int count) {
    for (int i = 0; i < count; i++) {
      kept[i] = a[i] > b[i] ? x[i] : 0;
    }
  }

  @Override
  double first() {
    return values[0];
  }
}
