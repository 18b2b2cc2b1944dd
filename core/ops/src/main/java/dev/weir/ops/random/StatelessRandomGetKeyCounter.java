package dev.weir.ops.random;

/** The key and the counter that a pair of seeds stands for. */
final class StatelessRandomGetKeyCounter extends KeyAndCounter {
  StatelessRandomGetKeyCounter() {
    super(
        "StatelessRandomGetKeyCounter(seed: Tseed) -> (key: uint64, counter: uint64)"
            + " Tseed:type=int64 in [int32, int64];");
  }
}
