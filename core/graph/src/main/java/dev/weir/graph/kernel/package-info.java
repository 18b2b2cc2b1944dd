/**
 * What an op needs to be run: kernels, what a kernel may ask of the runtime, and the providers that
 * offer faster kernels than the reference.
 *
 * <p>Entry points: {@link dev.weir.graph.kernel.Kernel} for authors of ops, {@link
 * dev.weir.graph.kernel.KernelProvider} for authors of fast kernels.
 */
@NullMarked
package dev.weir.graph.kernel;

import org.jspecify.annotations.NullMarked;
