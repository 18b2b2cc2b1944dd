/**
 * From one placed graph to one graph a task or device: edges that cross become a send and a
 * receive.
 *
 * <p>Entry point: {@link dev.weir.runtime.internal.partition.Partitioner}.
 */
@NullMarked
package dev.weir.runtime.internal.partition;

import org.jspecify.annotations.NullMarked;
