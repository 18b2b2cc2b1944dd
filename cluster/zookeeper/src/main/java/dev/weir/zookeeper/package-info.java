/** Clusters that are described in ZooKeeper: tasks register there and are found there. */
@NullMarked
package dev.weir.zookeeper;

import org.jspecify.annotations.NullMarked;
