/**
 * Ops: convolutions, pooling and what else slides a window over images.
 *
 * <p>Loops are over images with the channels last; {@code ConvolutionPlan} and {@code PoolPlan}
 * know which places meet.
 */
@NullMarked
package dev.weir.ops.nn.conv;

import org.jspecify.annotations.NullMarked;
