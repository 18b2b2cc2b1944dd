/**
 * {@code weir launch}: a cluster of real processes on this machine. {@link
 * dev.weir.cli.launch.ProcessGroup} starts and ends them and knows nothing of clusters; {@link
 * dev.weir.cli.launch.Supervisor} decides what the end of one means for the others; {@link
 * dev.weir.cli.launch.Launch} puts a cluster together from them.
 */
@NullMarked
package dev.weir.cli.launch;

import org.jspecify.annotations.NullMarked;
