/**
 * Ops of {@code ops.math}: arithmetic, powers, trigonometry, rounding, complex numbers and
 * conversions, element by element; and its facade.
 */
@NullMarked
package dev.weir.ops.math;

import org.jspecify.annotations.NullMarked;
