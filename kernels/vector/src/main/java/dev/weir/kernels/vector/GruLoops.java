package dev.weir.kernels.vector;

import static dev.weir.kernels.vector.SoftmaxRow.get;
import static dev.weir.kernels.vector.SoftmaxRow.load;
import static dev.weir.kernels.vector.SoftmaxRow.set;
import static dev.weir.kernels.vector.SoftmaxRow.store;

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
  static final RowLoop OUTPUT =
      RowLoop.cheap((at, whole, count) -> output(at[0], at[1], at[2], at[3], whole, count));

  /**
   * {@code dCandidate, dUpdate, u, c, dh, before}: the gradients of what the candidate and the gate
   * that updates saw.
   */
  static final RowLoop OUTPUT_BACK =
      RowLoop.cheap(
          (at, whole, count) -> outputBack(at[0], at[1], at[2], at[3], at[4], at[5], whole, count));

  /**
   * {@code dReset, dKept, before, r}: the gradient of what the gate that resets saw; {@code dKept}
   * is that of {@code r * before}.
   */
  static final RowLoop RESET_BACK =
      RowLoop.cheap((at, whole, count) -> resetBack(at[0], at[1], at[2], at[3], whole, count));

  /**
   * {@code out, behindGates, dKept, r, dh, u}: the gradient of the output before, {@code
   * behindGates + dKept * r + dh * u}.
   */
  static final RowLoop STATE_BACK =
      RowLoop.cheap(
          (at, whole, count) -> stateBack(at[0], at[1], at[2], at[3], at[4], at[5], whole, count));

  private GruLoops() {}

  private static void output(long h, long u, long c, long before, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector gate = load(u, at);
      FloatVector taken = ONE.sub(gate).mul(load(c, at));
      store(taken.add(gate.mul(load(before, at))), h, at);
    }
    for (int at = whole; at < count; at++) {
      float gate = get(u, at);
      set(h, at, (1 - gate) * get(c, at) + gate * get(before, at));
    }
  }

  private static void outputBack(
      long dCandidate, long dUpdate, long u, long c, long dh, long before, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector gate = load(u, at);
      FloatVector candidate = load(c, at);
      FloatVector gradient = load(dh, at);
      FloatVector rest = ONE.sub(gate);
      store(gradient.mul(rest).mul(ONE.sub(candidate.mul(candidate))), dCandidate, at);
      FloatVector change = load(before, at).sub(candidate);
      store(gradient.mul(change).mul(gate).mul(rest), dUpdate, at);
    }
    for (int at = whole; at < count; at++) {
      float gate = get(u, at);
      float candidate = get(c, at);
      float gradient = get(dh, at);
      float rest = 1 - gate;
      set(dCandidate, at, gradient * rest * (1 - candidate * candidate));
      set(dUpdate, at, gradient * (get(before, at) - candidate) * gate * rest);
    }
  }

  private static void resetBack(
      long dReset, long dKept, long before, long r, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector gate = load(r, at);
      FloatVector product = load(dKept, at).mul(load(before, at));
      store(product.mul(gate).mul(ONE.sub(gate)), dReset, at);
    }
    for (int at = whole; at < count; at++) {
      float gate = get(r, at);
      set(dReset, at, get(dKept, at) * get(before, at) * gate * (1 - gate));
    }
  }

  private static void stateBack(
      long out, long behindGates, long dKept, long r, long dh, long u, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector throughReset = load(dKept, at).mul(load(r, at));
      FloatVector kept = load(dh, at).mul(load(u, at));
      store(load(behindGates, at).add(throughReset).add(kept), out, at);
    }
    for (int at = whole; at < count; at++) {
      float throughReset = get(dKept, at) * get(r, at);
      set(out, at, get(behindGates, at) + throughReset + get(dh, at) * get(u, at));
    }
  }
}
