/**
 * The usual {@link dev.weir.train.TrainingListener}s: checkpoints, events for TensorBoard, logs,
 * early stopping, profiles. Each works in a {@link dev.weir.train.Trainer#fit} and in a loop over a
 * {@link dev.weir.train.TrainingSession}, in this process and on a cluster.
 */
@NullMarked
package dev.weir.train.listener;

import org.jspecify.annotations.NullMarked;
