package dev.weir.ops.array;

/** Its input, unchanged. */
final class Snapshot extends PassThrough {
  Snapshot() {
    super("Snapshot(input: T) -> (output: T) T:type;");
  }
}
