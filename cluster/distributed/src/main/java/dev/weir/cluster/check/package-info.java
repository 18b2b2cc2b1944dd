/**
 * What is wrong with a cluster: every task is asked, step by step, until something fails. Start
 * with {@link dev.weir.cluster.check.ClusterCheck}.
 */
@NullMarked
package dev.weir.cluster.check;

import org.jspecify.annotations.NullMarked;
