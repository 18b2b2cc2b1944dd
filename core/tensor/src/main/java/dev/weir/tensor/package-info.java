/**
 * What flows along the edges of a graph: element types, shapes and tensors.
 *
 * <p>Entry point: {@link dev.weir.tensor.Tensor}. Nothing here knows of graphs, ops or sessions.
 */
@NullMarked
package dev.weir.tensor;

import org.jspecify.annotations.NullMarked;
