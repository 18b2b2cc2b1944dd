/** Tasks of a cluster as servers: one in a process, or a whole cluster in one for tests. */
@NullMarked
package dev.weir.cluster.server;

import org.jspecify.annotations.NullMarked;
