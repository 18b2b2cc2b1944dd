package dev.weir.kernels.vector;

import static dev.weir.kernels.vector.SoftmaxRow.get;
import static dev.weir.kernels.vector.SoftmaxRow.load;
import static dev.weir.kernels.vector.SoftmaxRow.set;
import static dev.weir.kernels.vector.SoftmaxRow.store;

/** Loops that recurrent cells of all kinds use. */
final class RecurrentLoops {
  private static final int V = Lanes.FLOATS;

  /** {@code out, a, b, c}: {@code out = a + b + c}. */
  static final RowLoop SUM =
      RowLoop.cheap((at, whole, count) -> sum(at[0], at[1], at[2], at[3], whole, count));

  /** {@code out, x}: {@code out = sigmoid(x)}. */
  static final RowLoop SIGMOID =
      RowLoop.costly((at, whole, count) -> sigmoid(at[0], at[1], whole, count));

  /** {@code out, x}: {@code out = tanh(x)}. */
  static final RowLoop TANH =
      RowLoop.costly((at, whole, count) -> tanh(at[0], at[1], whole, count));

  /** {@code out, x, y}: {@code out = x + y}. */
  static final RowLoop ADD =
      RowLoop.cheap((at, whole, count) -> add(at[0], at[1], at[2], whole, count));

  /** {@code out, x, y}: {@code out = x * y}. */
  static final RowLoop MULTIPLY =
      RowLoop.cheap((at, whole, count) -> multiply(at[0], at[1], at[2], whole, count));

  /** {@code sums, x, y}: {@code sums += x * y}. */
  static final RowLoop ADD_PRODUCTS =
      RowLoop.cheap((at, whole, count) -> addProducts(at[0], at[1], at[2], whole, count));

  private RecurrentLoops() {}

  private static void sum(long out, long a, long b, long c, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(a, i).add(load(b, i)).add(load(c, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, get(a, i) + get(b, i) + get(c, i));
    }
  }

  private static void sigmoid(long out, long x, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(FloatExp.sigmoid(load(x, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, FloatMath.sigmoid(get(x, i)));
    }
  }

  private static void tanh(long out, long x, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(FloatExp.tanh(load(x, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, FloatMath.tanh(get(x, i)));
    }
  }

  private static void add(long out, long x, long y, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(x, i).add(load(y, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, get(x, i) + get(y, i));
    }
  }

  private static void multiply(long out, long x, long y, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(x, i).mul(load(y, i)), out, i);
    }
    for (int i = whole; i < count; i++) {
      set(out, i, get(x, i) * get(y, i));
    }
  }

  private static void addProducts(long sums, long x, long y, int whole, int count) {
    for (int i = 0; i < whole; i += V) {
      store(load(sums, i).add(load(x, i).mul(load(y, i))), sums, i);
    }
    for (int i = whole; i < count; i++) {
      set(sums, i, get(sums, i) + get(x, i) * get(y, i));
    }
  }
}
