/**
 * {@code weir train}: models that are trained from the command line. {@link
 * dev.weir.cli.train.TrainCommand} is the way in.
 */
@NullMarked
package dev.weir.cli.train;

import org.jspecify.annotations.NullMarked;
