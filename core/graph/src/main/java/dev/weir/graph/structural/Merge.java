package dev.weir.graph.structural;

/**
 * {@code Merge(inputs: N*T) -> (output: T, value_index: int32) T:type; N:int >=1;} — forwards the
 * first live input; dead only if all inputs are.
 */
final class Merge extends Merging {
  Merge() {
    super("Merge(inputs: N*T) -> (output: T, value_index: int32) T:type; N:int >=1;");
  }
}
