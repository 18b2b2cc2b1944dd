package dev.weir.graph.kernel;

/**
 * Products of float32 matrices, for kernels that need them inside. A provider offers them beside
 * its kernels, and kernels of any provider use {@link KernelContext#products}: a recurrent network
 * has its gates from one provider and its products from another, and neither knows the other.
 */
public interface MatrixProducts {
  /** A right factor made ready to be used again and again. */
  @FunctionalInterface
  interface Factor {
    /**
     * Sets {@code c} to {@code a} times the factor, on the calling thread. One call at a time.
     *
     * @param a of the sizes and the stride that were announced; so is {@code c}
     */
    void multiply(MatrixView a, MatrixView c);
  }

  /**
   * Sets {@code c} to {@code a b}, on as many cores as the running kernel may use.
   *
   * @param c not transposed, and not overlapping the others
   */
  void multiply(KernelContext context, MatrixView a, MatrixView b, MatrixView c);

  /**
   * Makes {@code b} ready for many products, as long as the running kernel runs; {@code b} must not
   * change meanwhile.
   *
   * @param a announces the sizes and the stride of left factors
   * @param c announces those of the products
   */
  Factor prepare(KernelContext context, MatrixView a, MatrixView b, MatrixView c);
}
