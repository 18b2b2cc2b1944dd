/**
 * Clients: a session of a program on a cluster, by way of a master. Programs see only {@code
 * Session}.
 */
@NullMarked
package dev.weir.cluster.internal.client;

import org.jspecify.annotations.NullMarked;
