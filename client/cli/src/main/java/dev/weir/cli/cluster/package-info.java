/**
 * {@code weir cluster}: what is wrong with a cluster, and what it is doing. {@link
 * dev.weir.cli.cluster.ClusterCommand} is the way in.
 */
@NullMarked
package dev.weir.cli.cluster;

import org.jspecify.annotations.NullMarked;
