/**
 * Measurements of Weir beside the native engines: {@code ./weir bench}.
 *
 * <p>{@link dev.weir.bench.Main} is the program, {@code suite} holds one class per benchmark,
 * {@code harness} measures and reports, {@code limit} finds out what the machine could do at best.
 * How the figures come about is written in docs/benchmarks.md.
 */
@NullMarked
package dev.weir.bench;

import org.jspecify.annotations.NullMarked;
