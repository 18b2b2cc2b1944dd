/**
 * Training: a {@link dev.weir.train.Model} is a graph under construction with its variables; layers
 * build parts of it, an optimizer makes the step that trains it, a trainer runs the steps.
 *
 * <p>Everything here is built from ops and variables; a program may leave out any of it and write
 * the nodes itself.
 */
@NullMarked
package dev.weir.train;

import org.jspecify.annotations.NullMarked;
