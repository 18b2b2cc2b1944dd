package dev.weir.graph.structural;

/**
 * {@code Switch(data: T, pred: bool) -> (output_false: T, output_true: T) T:type;} — data goes to
 * the output that {@code pred} names; the other is dead.
 */
final class Switch extends Switching {
  Switch() {
    super("Switch(data: T, pred: bool) -> (output_false: T, output_true: T) T:type;");
  }
}
