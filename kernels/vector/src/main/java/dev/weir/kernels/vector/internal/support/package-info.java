/**
 * What all families of kernels share: vector shapes ({@code Lanes}), memory ({@code RawMemory}),
 * element types, templates of loops ({@code Specialized}), warm-up, and the kernel table.
 *
 * <p>Depends on no other package of this module.
 */
@NullMarked
package dev.weir.kernels.vector.internal.support;

import org.jspecify.annotations.NullMarked;
