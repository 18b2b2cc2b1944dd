package dev.weir.graph;

/**
 * A tensor that is zero but for some rows, as the gradient of a gather is: row {@code indices[i]}
 * is {@code values[i]}. A row that is named several times is the sum.
 *
 * @param values the rows, put together along a first dimension
 * @param indices which rows they are, an integer vector
 * @param denseShape the shape of the whole, an integer vector
 */
public record IndexedSlices(Output values, Output indices, Output denseShape) {}
