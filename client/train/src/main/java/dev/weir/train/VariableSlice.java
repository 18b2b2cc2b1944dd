package dev.weir.train;

import dev.weir.checkpoint.ShapeAndSlice;

/**
 * What a variable is of a larger one that is kept in several.
 *
 * @param name what the larger one is called, in checkpoints too
 * @param part its shape, and which part of it the variable holds
 */
public record VariableSlice(String name, ShapeAndSlice part) {}
