package dev.weir.ops.train;

import dev.weir.tensor.Tensor;
import java.util.Arrays;

/** Numbers in single precision: most of what is trained. */
final class SingleNumbers extends Numbers {
  private final float[] values;

  private SingleNumbers(float[] values) {
    this.values = values;
  }

  static SingleNumbers read(Tensor tensor, long from, int count) {
    float[] values = new float[count];
    tensor.buffer().copyToArray(from * Float.BYTES, values, 0, count);
    return new SingleNumbers(values);
  }

  static SingleNumbers constant(double value, int count) {
    float[] values = new float[count];
    Arrays.fill(values, (float) value);
    return new SingleNumbers(values);
  }

  @Override
  void write(Tensor tensor, long from) {
    tensor.buffer().copyFromArray(values, 0, from * Float.BYTES, values.length);
  }

  private static float[] of(Numbers numbers) {
    return ((SingleNumbers) numbers).values;
  }

  @Override
  Numbers plus(Numbers other) {
    float[] a = values;
    float[] b = of(other);
    float[] sum = new float[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return new SingleNumbers(sum);
  }

  @Override
  Numbers minus(Numbers other) {
    float[] a = values;
    float[] b = of(other);
    float[] difference = new float[a.length];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = a[i] - b[i];
    }
    return new SingleNumbers(difference);
  }

  @Override
  Numbers times(Numbers other) {
    float[] a = values;
    float[] b = of(other);
    float[] product = new float[a.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = a[i] * b[i];
    }
    return new SingleNumbers(product);
  }

  @Override
  Numbers dividedBy(Numbers other) {
    float[] a = values;
    float[] b = of(other);
    float[] quotient = new float[a.length];
    for (int i = 0; i < quotient.length; i++) {
      quotient[i] = a[i] / b[i];
    }
    return new SingleNumbers(quotient);
  }

  @Override
  Numbers sqrt() {
    float[] roots = new float[values.length];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = (float) Math.sqrt(values[i]);
    }
    return new SingleNumbers(roots);
  }

  @Override
  Numbers reciprocalSqrt() {
    float[] roots = new float[values.length];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = (float) (1 / Math.sqrt(values[i]));
    }
    return new SingleNumbers(roots);
  }

  @Override
  Numbers negated() {
    float[] negated = new float[values.length];
    for (int i = 0; i < negated.length; i++) {
      negated[i] = -values[i];
    }
    return new SingleNumbers(negated);
  }

  @Override
  Numbers abs() {
    float[] sizes = new float[values.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = Math.abs(values[i]);
    }
    return new SingleNumbers(sizes);
  }

  @Override
  Numbers sign() {
    float[] signs = new float[values.length];
    for (int i = 0; i < signs.length; i++) {
      signs[i] = Math.signum(values[i]);
    }
    return new SingleNumbers(signs);
  }

  @Override
  Numbers exp() {
    float[] powers = new float[values.length];
    for (int i = 0; i < powers.length; i++) {
      powers[i] = (float) Math.exp(values[i]);
    }
    return new SingleNumbers(powers);
  }

  @Override
  Numbers max(Numbers other) {
    float[] a = values;
    float[] b = of(other);
    float[] larger = new float[a.length];
    for (int i = 0; i < larger.length; i++) {
      larger[i] = Math.max(a[i], b[i]);
    }
    return new SingleNumbers(larger);
  }

  @Override
  Numbers power(Numbers exponent) {
    float[] exponents = of(exponent);
    float[] powers = new float[values.length];
    for (int i = 0; i < powers.length; i++) {
      powers[i] = (float) Math.pow(values[i], exponents[i]);
    }
    return new SingleNumbers(powers);
  }

  @Override
  Numbers whereGreater(Numbers left, Numbers right) {
    float[] a = of(left);
    float[] b = of(right);
    float[] kept = new float[values.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = a[i] > b[i] ? values[i] : 0;
    }
    return new SingleNumbers(kept);
  }

  @Override
  double first() {
    return values[0];
  }
}
