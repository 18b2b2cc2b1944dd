/**
 * Clusters of real processes on this machine, to be measured side by side: {@link
 * dev.weir.bench.cluster.ClusterUnderTest} is what a benchmark sees of one, Weir's or TensorFlow's.
 * All read the same {@code GraphDef}s ({@link dev.weir.bench.cluster.NullStepGraph}); the client of
 * each lives in the process of the benchmark.
 */
@NullMarked
package dev.weir.bench.cluster;

import org.jspecify.annotations.NullMarked;
