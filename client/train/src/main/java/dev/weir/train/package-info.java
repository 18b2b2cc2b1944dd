/**
 * Training: a {@link dev.weir.train.Model} is a graph under construction with its variables; layers
 * build parts of it, an optimizer builds the step that trains it, a {@link dev.weir.train.Trainer}
 * runs the steps, in this process or on a cluster ({@link dev.weir.train.TrainingTarget}). {@link
 * dev.weir.train.TrainingSession} is the loop beneath, {@link dev.weir.train.TrainingListener} what
 * happens beside the steps.
 *
 * <p>Everything here is built from ops and variables; a program may leave out any of it and build
 * the nodes itself.
 */
@NullMarked
package dev.weir.train;

import org.jspecify.annotations.NullMarked;
