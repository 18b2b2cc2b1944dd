/**
 * Loops whose code is generated when they are needed: {@code Stage} is a straight line of lane
 * functions over vectors, {@code StageWriter} writes its class. Knows nothing of graphs.
 */
@NullMarked
package dev.weir.kernels.vector.internal.codegen;

import org.jspecify.annotations.NullMarked;
