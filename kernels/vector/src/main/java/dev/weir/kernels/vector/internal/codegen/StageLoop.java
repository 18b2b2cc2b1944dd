package dev.weir.kernels.vector.internal.codegen;

/** The loops of a stage; the classes that implement it are generated. */
public interface StageLoop {
  /**
   * Computes whole vectors.
   *
   * @param at addresses, those of operands first, then those of results
   * @param from where to start, in bytes from these addresses
   * @param to where to end, a whole number of vectors later
   */
  void vectors(long[] at, int from, int to);

  /** Computes single elements, with the same bits. */
  void singles(long[] at, int from, int to);
}
