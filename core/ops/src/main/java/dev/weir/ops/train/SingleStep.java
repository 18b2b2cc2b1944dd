package dev.weir.ops.train;

/**
 * A step of a rule with numbers in single precision, in one loop over arrays: what the compiler
 * turns into vectors. Gives the bits that the rule gives.
 */
@FunctionalInterface
interface SingleStep {
  /**
   * Changes numbers of the variables.
   *
   * @param values those of each variable, in the order of the signature
   */
  void run(float[][] values, float[] gradient, int count);
}
