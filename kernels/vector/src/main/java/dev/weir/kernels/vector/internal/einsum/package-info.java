/**
 * Sums of products by equations; the entry point is {@code EinsumKernels}.
 *
 * <p>{@code EinsumAxes} makes loops of an equation's labels. {@code EinsumProduct} turns them into
 * a batch of matrix products, copying an operand only where strides do not fit; {@code
 * StridedTerms} are for equations with too few products for that.
 */
@NullMarked
package dev.weir.kernels.vector.internal.einsum;

import org.jspecify.annotations.NullMarked;
