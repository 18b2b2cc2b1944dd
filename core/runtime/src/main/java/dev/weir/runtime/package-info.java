/**
 * Sessions: graphs that run.
 *
 * <p>Entry point: {@link dev.weir.runtime.Session}. A run is compiled once per set of feeds,
 * fetches and targets ({@link dev.weir.runtime.internal.compile}: prune, optimize, place,
 * partition, plan) and then executed any number of times ({@link
 * dev.weir.runtime.internal.execute}).
 */
@NullMarked
package dev.weir.runtime;

import org.jspecify.annotations.NullMarked;
