package dev.weir.train;

import dev.weir.checkpoint.ShapeAndSlice;

/**
 * The slice of a larger variable that one of several variables holds.
 *
 * @param name the name of the larger variable, also in checkpoints
 * @param part its shape, and the slice that the variable holds
 */
public record VariableSlice(String name, ShapeAndSlice part) {}
