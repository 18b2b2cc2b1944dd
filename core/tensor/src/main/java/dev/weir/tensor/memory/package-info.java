/**
 * Where tensors keep their elements: off-heap buffers from a caching allocator under a hard budget.
 *
 * <p>The only package of the core that touches {@code java.lang.foreign}. Entry points: {@link
 * dev.weir.tensor.memory.Allocator} and {@link dev.weir.tensor.memory.Buffer}.
 */
@NullMarked
package dev.weir.tensor.memory;

import org.jspecify.annotations.NullMarked;
