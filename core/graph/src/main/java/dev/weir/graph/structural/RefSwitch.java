package dev.weir.graph.structural;

/**
 * {@code RefSwitch(data: ref T, pred: bool) -> (output_false: ref T, output_true: ref T) T:type;
 * uninitialized-ok} — a reference goes to the output that {@code pred} names.
 */
final class RefSwitch extends Switching {
  RefSwitch() {
    super(
        "RefSwitch(data: ref T, pred: bool) -> (output_false: ref T, output_true: ref T) T:type;"
            + " uninitialized-ok");
  }
}
