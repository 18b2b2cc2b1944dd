/**
 * Functions of real numbers that the Java library lacks, in double precision.
 *
 * <p>Where a function has no closed form it is summed from Chebyshev polynomials, piece by piece;
 * their coefficients were computed with 60 digits from the functions' definitions.
 */
@NullMarked
package dev.weir.ops.support.special;

import org.jspecify.annotations.NullMarked;
