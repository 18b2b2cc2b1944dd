package dev.weir.ops.train;

import dev.weir.tensor.Tensor;
import java.util.Arrays;

/** Numbers in single precision: most of what is trained. */
final class SingleNumbers extends Numbers {
  private final NumberArrays arrays;
  private final float[] values;
  private final boolean isUniform;
  private boolean isExpanded;

  private SingleNumbers(NumberArrays arrays, boolean isUniform) {
    this.arrays = arrays;
    this.values = arrays.takeFloats();
    this.isUniform = isUniform;
  }

  /** One number for each element of a block, not set yet. */
  static SingleNumbers of(NumberArrays arrays) {
    return new SingleNumbers(arrays, false);
  }

  /** One number for all elements. */
  static SingleNumbers uniform(double value, NumberArrays arrays) {
    SingleNumbers numbers = new SingleNumbers(arrays, true);
    numbers.values[0] = (float) value;
    return numbers;
  }

  /** The array with the numbers, those of the block or just one. */
  float[] values() {
    return values;
  }

  /** How many numbers of the array are used. */
  int count() {
    return isUniform ? 1 : arrays.count();
  }

  private static SingleNumbers of(Numbers numbers) {
    return (SingleNumbers) numbers;
  }

  /** Room for a function of these numbers. */
  private SingleNumbers result() {
    return new SingleNumbers(arrays, isUniform);
  }

  /** Room for a function of these and other numbers, which may still be just one. */
  private SingleNumbers resultWith(SingleNumbers other) {
    if (isUniform && !other.isUniform) {
      expand();
    }
    return new SingleNumbers(arrays, isUniform && other.isUniform);
  }

  /** Room for a function of these and other numbers, all of which are then in their arrays. */
  private SingleNumbers result(SingleNumbers other) {
    if (isUniform && other.isUniform) {
      return new SingleNumbers(arrays, true);
    }
    expand();
    other.expand();
    return new SingleNumbers(arrays, false);
  }

  /** Puts the one number for all elements in the array for each of them. */
  void expand() {
    if (isUniform && !isExpanded) {
      Arrays.fill(values, values[0]);
      isExpanded = true;
    }
  }

  @Override
  void load(Tensor tensor, long from, int at, int count) {
    tensor.buffer().copyToArray(from * Float.BYTES, values, at, count);
  }

  @Override
  void store(Tensor tensor, long from, int at, int count) {
    expand();
    tensor.buffer().copyFromArray(values, at, from * Float.BYTES, count);
  }

  @Override
  Numbers plus(Numbers other) {
    if (isUniform && !of(other).isUniform) {
      return other.plus(this);
    }
    SingleNumbers sum = resultWith(of(other));
    if (of(other).isUniform) {
      add(values, of(other).values[0], sum.values, sum.count());
    } else {
      add(values, of(other).values, sum.values, sum.count());
    }
    return sum;
  }

  private static void add(float[] a, float[] b, float[] sum, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = a[i] + b[i];
    }
  }

  private static void add(float[] a, float b, float[] sum, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = a[i] + b;
    }
  }

  @Override
  Numbers minus(Numbers other) {
    SingleNumbers difference = resultWith(of(other));
    if (of(other).isUniform) {
      subtract(values, of(other).values[0], difference.values, difference.count());
    } else {
      subtract(values, of(other).values, difference.values, difference.count());
    }
    return difference;
  }

  private static void subtract(float[] a, float[] b, float[] difference, int count) {
    for (int i = 0; i < count; i++) {
      difference[i] = a[i] - b[i];
    }
  }

  private static void subtract(float[] a, float b, float[] difference, int count) {
    for (int i = 0; i < count; i++) {
      difference[i] = a[i] - b;
    }
  }

  @Override
  Numbers times(Numbers other) {
    if (isUniform && !of(other).isUniform) {
      return other.times(this);
    }
    SingleNumbers product = resultWith(of(other));
    if (of(other).isUniform) {
      multiply(values, of(other).values[0], product.values, product.count());
    } else {
      multiply(values, of(other).values, product.values, product.count());
    }
    return product;
  }

  private static void multiply(float[] a, float[] b, float[] product, int count) {
    for (int i = 0; i < count; i++) {
      product[i] = a[i] * b[i];
    }
  }

  private static void multiply(float[] a, float b, float[] product, int count) {
    for (int i = 0; i < count; i++) {
      product[i] = a[i] * b;
    }
  }

  @Override
  Numbers dividedBy(Numbers other) {
    SingleNumbers quotient = resultWith(of(other));
    if (of(other).isUniform) {
      divide(values, of(other).values[0], quotient.values, quotient.count());
    } else {
      divide(values, of(other).values, quotient.values, quotient.count());
    }
    return quotient;
  }

  private static void divide(float[] a, float[] b, float[] quotient, int count) {
    for (int i = 0; i < count; i++) {
      quotient[i] = a[i] / b[i];
    }
  }

  private static void divide(float[] a, float b, float[] quotient, int count) {
    for (int i = 0; i < count; i++) {
      quotient[i] = a[i] / b;
    }
  }

  @Override
  Numbers max(Numbers other) {
    SingleNumbers larger = result(of(other));
    larger(values, of(other).values, larger.values, larger.count());
    return larger;
  }

  private static void larger(float[] a, float[] b, float[] larger, int count) {
    for (int i = 0; i < count; i++) {
      larger[i] = Math.max(a[i], b[i]);
    }
  }

  @Override
  Numbers power(Numbers other) {
    SingleNumbers powers = result(of(other));
    raise(values, of(other).values, powers.values, powers.count());
    return powers;
  }

  private static void raise(float[] a, float[] b, float[] powers, int count) {
    for (int i = 0; i < count; i++) {
      powers[i] = (float) Math.pow(a[i], b[i]);
    }
  }

  @Override
  Numbers sqrt() {
    SingleNumbers roots = result();
    root(values, roots.values, roots.count());
    return roots;
  }

  private static void root(float[] x, float[] roots, int count) {
    for (int i = 0; i < count; i++) {
      roots[i] = (float) Math.sqrt(x[i]);
    }
  }

  @Override
  Numbers reciprocalSqrt() {
    SingleNumbers roots = result();
    reciprocalRoot(values, roots.values, roots.count());
    return roots;
  }

  private static void reciprocalRoot(float[] x, float[] roots, int count) {
    for (int i = 0; i < count; i++) {
      roots[i] = (float) (1 / Math.sqrt(x[i]));
    }
  }

  @Override
  Numbers negated() {
    SingleNumbers negated = result();
    negate(values, negated.values, negated.count());
    return negated;
  }

  private static void negate(float[] x, float[] negated, int count) {
    for (int i = 0; i < count; i++) {
      negated[i] = -x[i];
    }
  }

  @Override
  Numbers abs() {
    SingleNumbers sizes = result();
    size(values, sizes.values, sizes.count());
    return sizes;
  }

  private static void size(float[] x, float[] sizes, int count) {
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.abs(x[i]);
    }
  }

  @Override
  Numbers sign() {
    SingleNumbers signs = result();
    sign(values, signs.values, signs.count());
    return signs;
  }

  private static void sign(float[] x, float[] signs, int count) {
    for (int i = 0; i < count; i++) {
      signs[i] = Math.signum(x[i]);
    }
  }

  @Override
  Numbers exp() {
    SingleNumbers powers = result();
    exp(values, powers.values, powers.count());
    return powers;
  }

  private static void exp(float[] x, float[] powers, int count) {
    for (int i = 0; i < count; i++) {
      powers[i] = (float) Math.exp(x[i]);
    }
  }

  @Override
  Numbers whereGreater(Numbers left, Numbers right) {
    SingleNumbers kept = result(of(left).result(of(right)));
    expand();
    of(left).expand();
    of(right).expand();
    select(values, of(left).values, of(right).values, kept.values, kept.count());
    return kept;
  }

  private static void select(float[] x, float[] a, float[] b, float[] kept, int count) {
    for (int i = 0; i < count; i++) {
      kept[i] = a[i] > b[i] ? x[i] : 0;
    }
  }

  @Override
  double first() {
    return values[0];
  }
}
