/**
 * Exponentials, logarithms and their relatives: for vectors ({@code FloatExp}, {@code DoubleExp},
 * …), and for single numbers with the same bits ({@code FloatMath}, {@code DoubleMath}).
 *
 * <p>The two precisions need different polynomials, so they have different code.
 */
@NullMarked
package dev.weir.kernels.vector.internal.math;

import org.jspecify.annotations.NullMarked;
