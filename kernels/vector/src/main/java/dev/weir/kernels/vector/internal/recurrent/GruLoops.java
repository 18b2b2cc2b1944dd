package dev.weir.kernels.vector.internal.recurrent;

import static dev.weir.kernels.vector.internal.support.FloatRow.get;
import static dev.weir.kernels.vector.internal.support.FloatRow.load;
import static dev.weir.kernels.vector.internal.support.FloatRow.set;
import static dev.weir.kernels.vector.internal.support.FloatRow.store;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RowLoop;
import jdk.incubator.vector.FloatVector;

/**
 * Loops over a row of gated recurrent units. Names are those of the ops: {@code r} is the gate that
 * resets, {@code u} the one that updates, {@code c} the candidate; {@code d} is put before
 * gradients.
 */
final class GruLoops {
  private static final int V = Lanes.FLOATS;
  private static final FloatVector ONE = FloatVector.broadcast(Lanes.FLOAT, 1f);

  /** {@code h, u, c, before}: {@code h = (1 - u) * c + u * before}. */
  static final RowLoop OUTPUT = RowLoop.cheap(GruLoops::outputVectors, GruLoops::outputSingles);

  /**
   * {@code dCandidate, dUpdate, u, c, dh, before}: the gradients of what the candidate and the gate
   * that updates saw.
   */
  static final RowLoop OUTPUT_BACK =
      RowLoop.cheap(GruLoops::outputBackVectors, GruLoops::outputBackSingles);

  /**
   * {@code dReset, dKept, before, r}: the gradient of what the gate that resets saw; {@code dKept}
   * is that of {@code r * before}.
   */
  static final RowLoop RESET_BACK =
      RowLoop.cheap(GruLoops::resetBackVectors, GruLoops::resetBackSingles);

  /**
   * {@code out, behindGates, dKept, r, dh, u}: the gradient of the output before, {@code
   * behindGates + dKept * r + dh * u}.
   */
  static final RowLoop STATE_BACK =
      RowLoop.cheap(GruLoops::stateBackVectors, GruLoops::stateBackSingles);

  private GruLoops() {}

  private static void outputVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector gate = load(at[1], i);
      FloatVector taken = ONE.sub(gate).mul(load(at[2], i));
      store(taken.add(gate.mul(load(at[3], i))), at[0], i);
    }
  }

  private static void outputSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float gate = get(at[1], i);
      set(at[0], i, (1 - gate) * get(at[2], i) + gate * get(at[3], i));
    }
  }

  private static void outputBackVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector gate = load(at[2], i);
      FloatVector candidate = load(at[3], i);
      FloatVector gradient = load(at[4], i);
      FloatVector rest = ONE.sub(gate);
      store(gradient.mul(rest).mul(ONE.sub(candidate.mul(candidate))), at[0], i);
      FloatVector change = load(at[5], i).sub(candidate);
      store(gradient.mul(change).mul(gate).mul(rest), at[1], i);
    }
  }

  private static void outputBackSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float gate = get(at[2], i);
      float candidate = get(at[3], i);
      float gradient = get(at[4], i);
      float rest = 1 - gate;
      set(at[0], i, gradient * rest * (1 - candidate * candidate));
      set(at[1], i, gradient * (get(at[5], i) - candidate) * gate * rest);
    }
  }

  private static void resetBackVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector gate = load(at[3], i);
      FloatVector product = load(at[1], i).mul(load(at[2], i));
      store(product.mul(gate).mul(ONE.sub(gate)), at[0], i);
    }
  }

  private static void resetBackSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float gate = get(at[3], i);
      set(at[0], i, get(at[1], i) * get(at[2], i) * gate * (1 - gate));
    }
  }

  private static void stateBackVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector throughReset = load(at[2], i).mul(load(at[3], i));
      FloatVector kept = load(at[4], i).mul(load(at[5], i));
      store(load(at[1], i).add(throughReset).add(kept), at[0], i);
    }
  }

  private static void stateBackSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float throughReset = get(at[2], i) * get(at[3], i);
      set(at[0], i, get(at[1], i) + throughReset + get(at[4], i) * get(at[5], i));
    }
  }
}
