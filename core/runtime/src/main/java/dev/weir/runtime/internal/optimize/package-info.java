/**
 * Passes that make a graph smaller or cheaper without changing what it computes. Each is a class of
 * its own, from a graph to a graph; {@link dev.weir.runtime.internal.optimize.GraphOptimizer} has
 * their order.
 *
 * <p>Passes ask ops for their properties, never for their names.
 */
@NullMarked
package dev.weir.runtime.internal.optimize;

import org.jspecify.annotations.NullMarked;
