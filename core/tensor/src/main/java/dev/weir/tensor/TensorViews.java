package dev.weir.tensor;

/** Placeholder. */
public final class TensorViews {}
