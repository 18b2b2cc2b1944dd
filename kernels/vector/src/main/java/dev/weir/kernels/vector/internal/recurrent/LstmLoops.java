package dev.weir.kernels.vector.internal.recurrent;

import static dev.weir.kernels.vector.internal.support.FloatRow.get;
import static dev.weir.kernels.vector.internal.support.FloatRow.load;
import static dev.weir.kernels.vector.internal.support.FloatRow.set;
import static dev.weir.kernels.vector.internal.support.FloatRow.store;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RowLoop;
import jdk.incubator.vector.FloatVector;

/**
 * Loops over a row of the cells of an LSTM. Names are those of the ops: {@code i}, {@code f} and
 * {@code o} are gates, {@code ci} the candidate, {@code cs} the state and {@code co} its tanh;
 * {@code d} is put before gradients.
 */
final class LstmLoops {
  private static final int V = Lanes.FLOATS;
  private static final FloatVector ONE = FloatVector.broadcast(Lanes.FLOAT, 1f);

  /** {@code cs, ci, i, before, f}: {@code cs = ci * i + before * f}. */
  static final RowLoop STATE = RowLoop.cheap(LstmLoops::stateVectors, LstmLoops::stateSingles);

  /** {@code cs, limit}: keeps states between the limit and its negative. */
  static final RowLoop CLIP = RowLoop.cheap(LstmLoops::clipVectors, LstmLoops::clipSingles);

  /**
   * {@code dSum, dcsAfter, o, co, dh, dhAfter, dcs}: the gradient {@code dSum} of what the output
   * gate saw, and in {@code dcsAfter} that of the state. Of output and state there are gradients
   * that come from the loss, {@code dh} and {@code dcs}, and such that come from the step after.
   */
  static final RowLoop OUTPUT_BACK =
      RowLoop.cheap(LstmLoops::outputBackVectors, LstmLoops::outputBackSingles);

  /**
   * {@code dSum, gate, dcs, factor}: the gradient of what a gate saw, {@code gate * (1 - gate) *
   * dcs * factor}.
   */
  static final RowLoop GATE_BACK =
      RowLoop.cheap(LstmLoops::gateBackVectors, LstmLoops::gateBackSingles);

  /**
   * {@code dSum, ci, dcs, i}: the gradient of what the candidate saw, {@code (1 - ci * ci) * dcs *
   * i}.
   */
  static final RowLoop CANDIDATE_BACK =
      RowLoop.cheap(LstmLoops::candidateBackVectors, LstmLoops::candidateBackSingles);

  private LstmLoops() {}

  private static void stateVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector added = load(at[1], i).mul(load(at[2], i));
      store(added.add(load(at[3], i).mul(load(at[4], i))), at[0], i);
    }
  }

  private static void stateSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      set(at[0], i, get(at[1], i) * get(at[2], i) + get(at[3], i) * get(at[4], i));
    }
  }

  private static void clipVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector highest = load(at[1], i);
      store(load(at[0], i).min(highest).max(highest.neg()), at[0], i);
    }
  }

  private static void clipSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float highest = get(at[1], i);
      set(at[0], i, Math.max(Math.min(get(at[0], i), highest), -highest));
    }
  }

  private static void outputBackVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector gate = load(at[2], i);
      FloatVector tanh = load(at[3], i);
      FloatVector gradient = load(at[4], i).add(load(at[5], i));
      store(gate.mul(ONE.sub(gate)).mul(gradient).mul(tanh), at[0], i);
      FloatVector through = ONE.sub(tanh.mul(tanh)).mul(gradient).mul(gate);
      store(through.add(load(at[6], i).add(load(at[1], i))), at[1], i);
    }
  }

  private static void outputBackSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float gate = get(at[2], i);
      float tanh = get(at[3], i);
      float gradient = get(at[4], i) + get(at[5], i);
      set(at[0], i, gate * (1 - gate) * gradient * tanh);
      float through = (1 - tanh * tanh) * gradient * gate;
      set(at[1], i, through + (get(at[6], i) + get(at[1], i)));
    }
  }

  private static void gateBackVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector value = load(at[1], i);
      store(value.mul(ONE.sub(value)).mul(load(at[2], i)).mul(load(at[3], i)), at[0], i);
    }
  }

  private static void gateBackSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float value = get(at[1], i);
      set(at[0], i, value * (1 - value) * get(at[2], i) * get(at[3], i));
    }
  }

  private static void candidateBackVectors(long[] at, int from, int to) {
    for (int i = from; i < to; i += V) {
      FloatVector value = load(at[1], i);
      store(ONE.sub(value.mul(value)).mul(load(at[2], i)).mul(load(at[3], i)), at[0], i);
    }
  }

  private static void candidateBackSingles(long[] at, int from, int to) {
    for (int i = from; i < to; i++) {
      float value = get(at[1], i);
      set(at[0], i, (1 - value * value) * get(at[2], i) * get(at[3], i));
    }
  }
}
