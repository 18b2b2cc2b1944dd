package dev.weir.ops.random;

/** The key and the counter that a pair of seeds stands for, and the algorithm: 1, Philox. */
final class StatelessRandomGetKeyCounterAlg extends KeyAndCounter {
  StatelessRandomGetKeyCounterAlg() {
    super(
        "StatelessRandomGetKeyCounterAlg(seed: Tseed) -> (key: uint64, counter: uint64,"
            + " alg: int32) Tseed:type=int64 in [int32, int64];");
  }
}
