package dev.weir.kernels.vector;

import static dev.weir.kernels.vector.SoftmaxRow.get;
import static dev.weir.kernels.vector.SoftmaxRow.load;
import static dev.weir.kernels.vector.SoftmaxRow.set;
import static dev.weir.kernels.vector.SoftmaxRow.store;

import jdk.incubator.vector.FloatVector;

/**
 * Loops over a row of floats that recurrent cells share. All arguments but the numbers of elements
 * are addresses; a result may stand in the place of an operand. The first {@code whole} elements
 * are computed in vectors, the others one by one, with the same bits.
 *
 * <p>A loop has one activation at most: with more, C2 stops inlining and boxes every vector.
 */
final class RecurrentLoops {
  private static final int V = Lanes.FLOATS;

  private RecurrentLoops() {}

  /** {@code out = sigmoid(a + b + c)}. */
  static void sigmoidOfSums(long out, long a, long b, long c, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(FloatExp.sigmoid(load(a, i).add(load(b, i)).add(load(c, i))), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, FloatMath.sigmoid(get(a, i) + get(b, i) + get(c, i)));
    }
  }

  /** {@code out = tanh(a + b + c)}. */
  static void tanhOfSums(long out, long a, long b, long c, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(FloatExp.tanh(load(a, i).add(load(b, i)).add(load(c, i))), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, FloatMath.tanh(get(a, i) + get(b, i) + get(c, i)));
    }
  }

  /** {@code tanhs = tanh(x), out = tanhs * factor}. */
  static void tanhTimes(long tanhs, long out, long x, long factor, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      FloatVector tanh = FloatExp.tanh(load(x, i));
      store(tanh, tanhs, i);
      store(tanh.mul(load(factor, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      float tanh = FloatMath.tanh(get(x, i));
      set(tanhs, i, tanh);
      set(out, i, tanh * get(factor, i));
    }
  }

  /** {@code sums += x}. */
  static void add(long sums, long x, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(sums, i).add(load(x, i)), sums, i);
    }
    for (int i = whole; i < count; i++) {
      set(sums, i, get(sums, i) + get(x, i));
    }
  }

  /** {@code out = x * y}. */
  static void multiply(long out, long x, long y, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(x, i).mul(load(y, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, get(x, i) * get(y, i));
    }
  }

  /** {@code sums += x * y}. */
  static void addProducts(long sums, long x, long y, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(sums, i).add(load(x, i).mul(load(y, i))), sums, i);
    }
    for (int i = whole; i < count; i++) {
      set(sums, i, get(sums, i) + get(x, i) * get(y, i));
    }
  }
}
