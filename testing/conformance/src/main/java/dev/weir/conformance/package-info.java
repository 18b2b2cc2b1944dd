/**
 * What the real TensorFlow says: its results, refusals, inferred shapes, op signatures and kernels,
 * in Weir's own types, so that tests and benchmarks can put the two side by side.
 *
 * <p>Entry points: {@link dev.weir.conformance.TensorFlowOracle} for graphs, {@link
 * dev.weir.conformance.TensorFlowOps} for the catalogue. TensorFlow's native library is loaded on
 * first use, once per process. Its own types stay inside this package.
 */
@NullMarked
package dev.weir.conformance;

import org.jspecify.annotations.NullMarked;
