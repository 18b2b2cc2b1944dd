/**
 * The ops that save and restore tensors in the graph. {@link dev.weir.checkpoint.ops.CheckpointOps}
 * builds their nodes; the library is found with {@code ServiceLoader}. The work itself is done by
 * the package above.
 */
@NullMarked
package dev.weir.checkpoint.ops;

import org.jspecify.annotations.NullMarked;
