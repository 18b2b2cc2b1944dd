/**
 * Kernels in plain Java over the Vector API: matrix products, elementwise loops and reductions.
 *
 * <p>{@code VectorProvider} is found by the runtime; {@code VectorKernels} lists what there is. The
 * {@code …Kernel} classes know tensors and shapes; beneath them {@code Sgemm}, {@code Dgemm} and
 * the {@code …Loop} classes know only addresses and counts. No other package may use the Vector
 * API.
 */
@NullMarked
package dev.weir.kernels.vector;

import org.jspecify.annotations.NullMarked;
