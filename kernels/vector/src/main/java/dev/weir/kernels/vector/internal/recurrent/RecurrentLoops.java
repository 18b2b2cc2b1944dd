package dev.weir.kernels.vector.internal.recurrent;

import static dev.weir.kernels.vector.internal.support.FloatRow.get;
import static dev.weir.kernels.vector.internal.support.FloatRow.load;
import static dev.weir.kernels.vector.internal.support.FloatRow.set;
import static dev.weir.kernels.vector.internal.support.FloatRow.store;

import dev.weir.kernels.vector.internal.math.FloatExp;
import dev.weir.kernels.vector.internal.math.FloatMath;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RowLoop;

/** Loops that recurrent cells of all kinds use. */
final class RecurrentLoops {
  private static final int V = Lanes.FLOATS;

  /** {@code out, a, b, c}: {@code out = a + b + c}. */
  static final RowLoop SUM = RowLoop.cheap(RecurrentLoops::sumVectors, RecurrentLoops::sumSingles);

  /** {@code out, x}: {@code out = sigmoid(x)}. */
  static final RowLoop SIGMOID =
      RowLoop.costly(RecurrentLoops::sigmoidVectors, RecurrentLoops::sigmoidSingles);

  /** {@code out, x}: {@code out = tanh(x)}. */
  static final RowLoop TANH =
      RowLoop.costly(RecurrentLoops::tanhVectors, RecurrentLoops::tanhSingles);

  /** {@code out, x, y}: {@code out = x + y}. */
  static final RowLoop ADD = RowLoop.cheap(RecurrentLoops::addVectors, RecurrentLoops::addSingles);

  /** {@code out, x, y}: {@code out = x * y}. */
  static final RowLoop MULTIPLY =
      RowLoop.cheap(RecurrentLoops::multiplyVectors, RecurrentLoops::multiplySingles);

  /** {@code sums, x, y}: {@code sums += x * y}. */
  static final RowLoop ADD_PRODUCTS =
      RowLoop.cheap(RecurrentLoops::addProductsVectors, RecurrentLoops::addProductsSingles);

  private RecurrentLoops() {}

  private static void sumVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      store(load(at[1], i).add(load(at[2], i)).add(load(at[3], i)), at[0], i);
    }
  }

  private static void sumSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, get(at[1], i) + get(at[2], i) + get(at[3], i));
    }
  }

  private static void sigmoidVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      store(FloatExp.sigmoid(load(at[1], i)), at[0], i);
    }
  }

  private static void sigmoidSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, FloatMath.sigmoid(get(at[1], i)));
    }
  }

  private static void tanhVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      store(FloatExp.tanh(load(at[1], i)), at[0], i);
    }
  }

  private static void tanhSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, FloatMath.tanh(get(at[1], i)));
    }
  }

  private static void addVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      store(load(at[1], i).add(load(at[2], i)), at[0], i);
    }
  }

  private static void addSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, get(at[1], i) + get(at[2], i));
    }
  }

  private static void multiplyVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      store(load(at[1], i).mul(load(at[2], i)), at[0], i);
    }
  }

  private static void multiplySingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, get(at[1], i) * get(at[2], i));
    }
  }

  private static void addProductsVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      store(load(at[0], i).add(load(at[1], i).mul(load(at[2], i))), at[0], i);
    }
  }

  private static void addProductsSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, get(at[0], i) + get(at[1], i) * get(at[2], i));
    }
  }
}
