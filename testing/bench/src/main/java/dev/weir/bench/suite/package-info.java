/**
 * The benchmarks, one class each; {@link dev.weir.bench.suite.Suite} lists them. Each gives both
 * sides the same work: the same graph, the same inputs, the same number of threads.
 */
@NullMarked
package dev.weir.bench.suite;

import org.jspecify.annotations.NullMarked;
