/**
 * Clusters of nodes that become one kernel. {@code CompileClusters} is the pass, {@code
 * ClusterFinder} says which nodes go together, {@code ClusterProgram} cuts what they compute into
 * stages, {@code ClusterLayout} says where values are for actual shapes, and {@code TileRunner}
 * runs the stages over tiles. See docs/adr/0026-graph-compiler.md.
 */
@NullMarked
package dev.weir.kernels.vector.internal.fusion;

import org.jspecify.annotations.NullMarked;
