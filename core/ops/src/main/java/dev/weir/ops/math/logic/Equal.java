package dev.weir.ops.math.logic;

/** {@code z = (x == y)}, broadcasting; see {@link Equality} for shapes that do not fit. */
final class Equal extends Equality {
  Equal() {
    super(
        "Equal(x: T, y: T) -> (z: bool) T:type; incompatible_shape_error:bool=true;"
            + " commutative",
        true);
  }
}
