/** Opens memberships of ZooKeeper with a client that a simulation implements. */
@NullMarked
package dev.weir.zookeeper;

import org.jspecify.annotations.NullMarked;
