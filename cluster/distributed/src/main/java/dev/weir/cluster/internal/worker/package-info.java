/**
 * What a task does for the masters of a cluster: takes parts of graphs, runs them as its share of
 * steps, and hands values to other tasks. It knows nothing of clients.
 */
@NullMarked
package dev.weir.cluster.internal.worker;

import org.jspecify.annotations.NullMarked;
