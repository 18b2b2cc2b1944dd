/**
 * What a task does for clients: keeps their sessions, cuts each kind of step into one part a task,
 * registers the parts once, and then runs a step with one small message to each task.
 */
@NullMarked
package dev.weir.cluster.internal.master;

import org.jspecify.annotations.NullMarked;
