/**
 * Epochs of the state that a task holds, and the ops that begin, enter and finish them. An epoch
 * fences writes: a step enters the epoch it belongs to before it writes, is refused if the task is
 * in another one, and keeps the next epoch from beginning until it is over.
 */
@NullMarked
package dev.weir.train.internal.epoch;

import org.jspecify.annotations.NullMarked;
