package dev.weir.kernels.vector;

import static dev.weir.kernels.vector.SoftmaxRow.get;
import static dev.weir.kernels.vector.SoftmaxRow.load;
import static dev.weir.kernels.vector.SoftmaxRow.set;
import static dev.weir.kernels.vector.SoftmaxRow.store;

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
  static final RowLoop STATE =
      RowLoop.cheap((at, whole, count) -> state(at[0], at[1], at[2], at[3], at[4], whole, count));

  /** {@code cs, limit}: keeps states between the limit and its negative. */
  static final RowLoop CLIP = RowLoop.cheap((at, whole, count) -> clip(at[0], at[1], whole, count));

  /**
   * {@code dSum, dcsAfter, o, co, dh, dhAfter, dcs}: the gradient {@code dSum} of what the output
   * gate saw, and in {@code dcsAfter} that of the state. Of output and state there are gradients
   * that come from the loss, {@code dh} and {@code dcs}, and such that come from the step after.
   */
  static final RowLoop OUTPUT_BACK =
      RowLoop.cheap(
          (at, whole, count) ->
              outputBack(at[0], at[1], at[2], at[3], at[4], at[5], at[6], whole, count));

  /**
   * {@code dSum, gate, dcs, factor}: the gradient of what a gate saw, {@code gate * (1 - gate) *
   * dcs * factor}.
   */
  static final RowLoop GATE_BACK =
      RowLoop.cheap((at, whole, count) -> gateBack(at[0], at[1], at[2], at[3], whole, count));

  /**
   * {@code dSum, ci, dcs, i}: the gradient of what the candidate saw, {@code (1 - ci * ci) * dcs *
   * i}.
   */
  static final RowLoop CANDIDATE_BACK =
      RowLoop.cheap((at, whole, count) -> candidateBack(at[0], at[1], at[2], at[3], whole, count));

  private LstmLoops() {}

  private static void state(long cs, long ci, long i, long before, long f, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector added = load(ci, at).mul(load(i, at));
      store(added.add(load(before, at).mul(load(f, at))), cs, at);
    }
    for (int at = whole; at < count; at++) {
      set(cs, at, get(ci, at) * get(i, at) + get(before, at) * get(f, at));
    }
  }

  private static void clip(long cs, long limit, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector highest = load(limit, at);
      store(load(cs, at).min(highest).max(highest.neg()), cs, at);
    }
    for (int at = whole; at < count; at++) {
      float highest = get(limit, at);
      set(cs, at, Math.max(Math.min(get(cs, at), highest), -highest));
    }
  }

  private static void outputBack(
      long dSum,
      long dcsAfter,
      long o,
      long co,
      long dh,
      long dhAfter,
      long dcs,
      int whole,
      int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector gate = load(o, at);
      FloatVector tanh = load(co, at);
      FloatVector gradient = load(dh, at).add(load(dhAfter, at));
      store(gate.mul(ONE.sub(gate)).mul(gradient).mul(tanh), dSum, at);
      FloatVector through = ONE.sub(tanh.mul(tanh)).mul(gradient).mul(gate);
      store(through.add(load(dcs, at).add(load(dcsAfter, at))), dcsAfter, at);
    }
    for (int at = whole; at < count; at++) {
      float gate = get(o, at);
      float tanh = get(co, at);
      float gradient = get(dh, at) + get(dhAfter, at);
      set(dSum, at, gate * (1 - gate) * gradient * tanh);
      float through = (1 - tanh * tanh) * gradient * gate;
      set(dcsAfter, at, through + (get(dcs, at) + get(dcsAfter, at)));
    }
  }

  private static void gateBack(long dSum, long gate, long dcs, long factor, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector value = load(gate, at);
      store(value.mul(ONE.sub(value)).mul(load(dcs, at)).mul(load(factor, at)), dSum, at);
    }
    for (int at = whole; at < count; at++) {
      float value = get(gate, at);
      set(dSum, at, value * (1 - value) * get(dcs, at) * get(factor, at));
    }
  }

  private static void candidateBack(long dSum, long ci, long dcs, long i, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector value = load(ci, at);
      store(ONE.sub(value.mul(value)).mul(load(dcs, at)).mul(load(i, at)), dSum, at);
    }
    for (int at = whole; at < count; at++) {
      float value = get(ci, at);
      set(dSum, at, (1 - value * value) * get(dcs, at) * get(i, at));
    }
  }
}
