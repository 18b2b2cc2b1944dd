/**
 * What the real TensorFlow says: its results, refusals, inferred shapes, op signatures and kernels,
 * in Weir's own types, so that tests and benchmarks can put the two side by side.
 *
 * <p>Entry points: {@link dev.weir.conformance.TensorFlowOracle} for graphs, {@link
 * dev.weir.conformance.ForkedClient} for clients of clusters, {@link
 * dev.weir.conformance.TensorFlowOps} for the catalog. For tests TensorFlow runs in oracle
 * processes ({@link dev.weir.conformance.OracleProcess}), which may crash; benchmarks load it into
 * their own process ({@link dev.weir.conformance.EmbeddedTensorFlow}, {@link
 * dev.weir.conformance.TensorFlowClient}). Its own types stay inside this package.
 */
@NullMarked
package dev.weir.conformance;

import org.jspecify.annotations.NullMarked;
