package dev.weir.graph.structural;

/**
 * {@code RefMerge(inputs: ref N*T) -> (output: ref T, value_index: int32) T:type; N:int >=1;} —
 * forwards the first live reference.
 */
final class RefMerge extends Merging {
  RefMerge() {
    super("RefMerge(inputs: ref N*T) -> (output: ref T, value_index: int32) T:type; N:int >=1;");
  }
}
