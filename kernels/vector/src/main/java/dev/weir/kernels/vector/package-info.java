/**
 * Kernels in plain Java over the Vector API.
 *
 * <p>{@code VectorProvider} is found by the runtime through {@code ServiceLoader}; {@code
 * VectorKernels} lists the families, one package each under {@code internal}. The {@code …Kernel}
 * classes know tensors and shapes; beneath them the {@code …Loop} classes and {@code Gemm} know
 * only addresses and counts. No other module may use the Vector API.
 */
@NullMarked
package dev.weir.kernels.vector;

import org.jspecify.annotations.NullMarked;
