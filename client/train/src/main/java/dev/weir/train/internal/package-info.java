/**
 * How a training keeps its session: {@link dev.weir.train.internal.SessionKeeper} opens it,
 * replaces a lost one, and hands it out once all tasks are in one finished epoch; {@link
 * dev.weir.train.internal.Epochs} are the nodes that fence the variables of a model. Entry point:
 * {@link dev.weir.train.TrainingSession}. It works on any session and knows nothing of how tasks
 * communicate.
 */
@NullMarked
package dev.weir.train.internal;

import org.jspecify.annotations.NullMarked;
