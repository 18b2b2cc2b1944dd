/**
 * Kernels that call oneDNN through the foreign function API.
 *
 * <p>Bottom up: {@code OneDnnLibrary} unpacks and loads the shared libraries that {@code
 * org.bytedeco:dnnl} carries, {@code Dnnl…} and {@code OpenMp} are one Java method per C function,
 * {@code MemoryDesc}, {@code PrimitiveAttributes} and {@code PrimitiveSpec} say as values what is
 * to be computed, {@code Primitive} is such a value compiled by oneDNN, {@code PrimitiveCache}
 * keeps the compiled ones, {@code PrimitiveRunner} executes them within the {@code ThreadBudget}.
 *
 * <p>Only {@code OneDnnProvider} and the kernels know tensors, and nothing outside touches a native
 * handle. JavaCPP is not used.
 */
@NullMarked
package dev.weir.kernels.onednn;

import org.jspecify.annotations.NullMarked;
