/**
 * What a program describes: nodes, the edges between them, op signatures, attributes, shape
 * inference and device names.
 *
 * <p>Entry point: {@link dev.weir.graph.Graph}. Nothing here runs anything; what an op needs to be
 * run is in {@link dev.weir.graph.kernel}.
 */
@NullMarked
package dev.weir.graph;

import org.jspecify.annotations.NullMarked;
