/**
 * From a graph and what is asked of it to plans that run: prune, optimise, place, partition, plan,
 * in this order.
 */
@NullMarked
package dev.weir.runtime.compile;

import org.jspecify.annotations.NullMarked;
