package dev.weir.graph;

import org.jspecify.annotations.Nullable;

/**
 * Laws an op obeys exactly, bit for bit, which passes use instead of knowing its name.
 *
 * @param leftNeutral the number n with {@code f(n, x) = x}; null if there is none
 * @param rightNeutral the number n with {@code f(x, n) = x}; null if there is none
 * @param involution whether {@code f(f(x)) = x}
 * @param idempotent whether {@code f(f(x)) = f(x)}
 * @param exactForFloats whether the neutral elements also hold for floating-point numbers
 */
public record Algebra(
    @Nullable Double leftNeutral,
    @Nullable Double rightNeutral,
    boolean involution,
    boolean idempotent,
    boolean exactForFloats) {
  /** No laws. */
  public static final Algebra NONE = new Algebra(null, null, false, false, false);

  /** {@code f(f(x)) = x}. */
  public static final Algebra INVOLUTION = new Algebra(null, null, true, false, false);

  /** {@code f(f(x)) = f(x)}. */
  public static final Algebra IDEMPOTENT = new Algebra(null, null, false, true, false);
}
