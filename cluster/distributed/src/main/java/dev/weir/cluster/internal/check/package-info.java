/**
 * What is wrong with a cluster: every task is asked, step by step, until something fails. Start
 * with {@link dev.weir.cluster.internal.check.ClusterCheck}.
 */
@NullMarked
package dev.weir.cluster.internal.check;

import org.jspecify.annotations.NullMarked;
