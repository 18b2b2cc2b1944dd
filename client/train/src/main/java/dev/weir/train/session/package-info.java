/**
 * Training as a task of a cluster does it: {@link dev.weir.train.session.TrainingSession} prepares
 * or waits for the variables, runs steps, and carries on when a task was lost; what is done beside
 * the steps is a {@link dev.weir.train.session.TrainingHook}. {@link
 * dev.weir.train.session.ReplicaDeviceSetter} says which task has what.
 *
 * <p>It works on any session and knows nothing of how tasks talk to each other.
 */
@NullMarked
package dev.weir.train.session;

import org.jspecify.annotations.NullMarked;
