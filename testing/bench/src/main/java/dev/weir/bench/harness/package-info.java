/**
 * How things are measured and reported, whatever they are: contenders run in turns after a warm-up
 * ({@link dev.weir.bench.harness.Interleaved}), medians become a {@link
 * dev.weir.bench.harness.BenchResult}, results go to a {@link dev.weir.bench.harness.Report}.
 */
@NullMarked
package dev.weir.bench.harness;

import org.jspecify.annotations.NullMarked;
