package dev.weir.bench.network;

/**
 * What is done again and again.
 *
 * @param network with which network
 * @param batch to how many examples at a time
 * @param training whether parameters are moved against the gradient of the loss, or scores only
 *     computed
 */
public record Task(Network network, int batch, boolean training) {
  /** Floating-point operations of one step, in billions. */
  public double gigaflops() {
    return network.gigaflops(batch, training);
  }
}
