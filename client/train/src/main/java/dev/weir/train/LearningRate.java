package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import java.util.List;

/** The learning rate as a function of the step. */
@FunctionalInterface
public interface LearningRate {
  /**
   * Builds the rate.
   *
   * @param step how many steps were made before, a float32 scalar
   * @return a float32 scalar
   */
  Output at(Ops ops, Output step);

  /** Always the same. */
  static LearningRate of(float rate) {
    return (ops, step) -> ops.constant(rate);
  }

  /** {@code initial · factor^(step / steps)}. */
  static LearningRate exponential(float initial, long steps, float factor) {
    requirePositive("steps", steps);
    return (ops, step) ->
        ops.math.mul(
            ops.constant(initial),
            ops.math.pow(
                ops.constant(factor), ops.math.realDiv(step, ops.constant((float) steps))));
  }

  /** {@code initial · factor^⌊step / steps⌋}. */
  static LearningRate staircase(float initial, long steps, float factor) {
    requirePositive("steps", steps);
    return (ops, step) ->
        ops.math.mul(
            ops.constant(initial),
            ops.math.pow(
                ops.constant(factor),
                ops.math.floor(ops.math.realDiv(step, ops.constant((float) steps)))));
  }

  /** {@code initial / (1 + factor · step / steps)}. */
  static LearningRate inverseTime(float initial, long steps, float factor) {
    requirePositive("steps", steps);
    return (ops, step) ->
        ops.math.realDiv(
            ops.constant(initial),
            ops.math.add(ops.constant(1f), ops.math.mul(ops.constant(factor / steps), step)));
  }

  /** From {@code initial} to {@code last} in so many steps, along a power of the way left. */
  static LearningRate polynomial(float initial, float last, long steps, float power) {
    requirePositive("steps", steps);
    return (ops, step) ->
        ops.math.add(
            ops.constant(last),
            ops.math.mul(
                ops.constant(initial - last),
                ops.math.pow(
                    ops.math.sub(ops.constant(1f), progress(ops, step, steps)),
                    ops.constant(power))));
  }

  /** From {@code initial} to {@code last} in so many steps, along half a wave of a cosine. */
  static LearningRate cosine(float initial, float last, long steps) {
    requirePositive("steps", steps);
    return (ops, step) -> {
      Output angle = ops.math.mul(ops.constant((float) Math.PI), progress(ops, step, steps));
      Output half =
          ops.math.mul(ops.constant(0.5f), ops.math.add(ops.constant(1f), ops.math.cos(angle)));
      return ops.math.add(ops.constant(last), ops.math.mul(ops.constant(initial - last), half));
    };
  }

  /**
   * One rate after the other.
   *
   * @param boundaries the first step of each rate but the first
   * @param rates one more than boundaries
   */
  static LearningRate piecewise(List<Long> boundaries, List<Float> rates) {
    if (rates.size() != boundaries.size() + 1) {
      throw WeirException.invalidArgument(
          "there must be one more rate than boundaries: %s, %s", rates, boundaries);
    }
    return (ops, step) -> {
      Output rate = ops.constant(rates.getFirst());
      for (int i = 0; i < boundaries.size(); i++) {
        Output isPast = ops.math.greaterEqual(step, ops.constant((float) boundaries.get(i)));
        rate = ops.array.select(isPast, ops.constant(rates.get(i + 1)), rate);
      }
      return rate;
    };
  }

  /** Adds a warm-up: the rate grows from 0 in the first steps. */
  default LearningRate warmingUp(long steps) {
    requirePositive("steps", steps);
    return (ops, step) ->
        ops.math.mul(at(ops, step), progress(ops, ops.math.add(step, ops.constant(1f)), steps));
  }

  private static Output progress(Ops ops, Output step, long steps) {
    return ops.math.minimum(ops.constant(1f), ops.math.realDiv(step, ops.constant((float) steps)));
  }

  private static void requirePositive(String what, long number) {
    if (number <= 0) {
      throw WeirException.invalidArgument("%s must be positive, got %d", what, number);
    }
  }
}
