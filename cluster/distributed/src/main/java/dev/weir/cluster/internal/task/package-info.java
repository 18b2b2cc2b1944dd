/**
 * What the master and the worker of a task share: which task this is and how to reach the others
 * ({@code TaskContext}), failure detection ({@code PeerWatch}), recognition of repeated requests,
 * and errors that name the task they come from. The master and the worker do not know each other.
 */
@NullMarked
package dev.weir.cluster.internal.task;

import org.jspecify.annotations.NullMarked;
