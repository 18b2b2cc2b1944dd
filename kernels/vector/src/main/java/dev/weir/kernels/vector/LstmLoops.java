package dev.weir.kernels.vector;

import static dev.weir.kernels.vector.SoftmaxRow.get;
import static dev.weir.kernels.vector.SoftmaxRow.load;
import static dev.weir.kernels.vector.SoftmaxRow.set;
import static dev.weir.kernels.vector.SoftmaxRow.store;

import jdk.incubator.vector.FloatVector;

/**
 * Loops over a row of the cells of an LSTM, in the manner of {@link RecurrentLoops}. Names are
 * those of the ops: {@code i}, {@code f} and {@code o} are gates, {@code ci} the candidate, {@code
 * cs} the state and {@code co} its tanh; {@code d} is put before gradients.
 */
final class LstmLoops implements Warmth.Loop {
  private static final int V = Lanes.FLOATS;
  private static final FloatVector ONE = FloatVector.broadcast(Lanes.FLOAT, 1f);
  private static final int FORWARD = 0;
  private static final int BACK = 1;

  private static final LstmLoops LOOPS = new LstmLoops();

  /** Whether the loops forward are compiled. */
  static final Warmth FORWARD_WARMTH = new Warmth(LOOPS, FORWARD, Grain.COSTLY.patience());

  /** Whether the loops back are compiled. */
  static final Warmth BACK_WARMTH = new Warmth(LOOPS, BACK, Grain.COSTLY.patience());

  private LstmLoops() {}

  /** {@code cs = clip(ci * i + before * f)}. */
  static void state(
      long cs, long ci, long i, long before, long f, float clip, int whole, int count) {
    FloatVector highest = FloatVector.broadcast(Lanes.FLOAT, clip);
    FloatVector lowest = FloatVector.broadcast(Lanes.FLOAT, -clip);
    for (int at = 0; at < whole; at += V) {
      FloatVector added = load(ci, at).mul(load(i, at));
      FloatVector kept = load(before, at).mul(load(f, at));
      store(added.add(kept).min(highest).max(lowest), cs, at);
    }
    for (int at = whole; at < count; at++) {
      float sum = get(ci, at) * get(i, at) + get(before, at) * get(f, at);
      set(cs, at, Math.max(Math.min(sum, clip), -clip));
    }
  }

  /**
   * The gradients of what the output gate saw and of the state: {@code dh} and {@code dcs} are each
   * the sum of what comes from the loss and what comes from the step after.
   */
  static void outputBack(
      long dSum,
      long dcs,
      long o,
      long co,
      long dh,
      long dhAfter,
      long dcsAfter,
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

  /** The gradient of what a gate saw: {@code dSum = gate * (1 - gate) * dcs * factor}. */
  static void gateBack(long dSum, long gate, long dcs, long factor, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector value = load(gate, at);
      store(value.mul(ONE.sub(value)).mul(load(dcs, at)).mul(load(factor, at)), dSum, at);
    }
    for (int at = whole; at < count; at++) {
      float value = get(gate, at);
      set(dSum, at, value * (1 - value) * get(dcs, at) * get(factor, at));
    }
  }

  /** The gradient of what the candidate saw: {@code dSum = (1 - ci * ci) * dcs * i}. */
  static void candidateBack(long dSum, long ci, long dcs, long i, int whole, int count) {
    for (int at = 0; at < whole; at += V) {
      FloatVector value = load(ci, at);
      store(ONE.sub(value.mul(value)).mul(load(dcs, at)).mul(load(i, at)), dSum, at);
    }
    for (int at = whole; at < count; at++) {
      float value = get(ci, at);
      set(dSum, at, (1 - value * value) * get(dcs, at) * get(i, at));
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    int count = WarmUp.VECTORS * V;
    if (form == FORWARD) {
      RecurrentLoops.sigmoidOfSums(scratch, scratch, scratch, scratch, count, count);
      RecurrentLoops.tanhOfSums(scratch, scratch, scratch, scratch, count, count);
      RecurrentLoops.tanhTimes(scratch, scratch, scratch, scratch, count, count);
      state(scratch, scratch, scratch, scratch, scratch, 1, count, count);
    } else {
      outputBack(scratch, scratch, scratch, scratch, scratch, scratch, scratch, count, count);
      gateBack(scratch, scratch, scratch, scratch, count, count);
      candidateBack(scratch, scratch, scratch, scratch, count, count);
      RecurrentLoops.multiply(scratch, scratch, scratch, count, count);
      RecurrentLoops.add(scratch, scratch, count, count);
    }
    RecurrentLoops.addProducts(scratch, scratch, scratch, count, count);
  }
}
