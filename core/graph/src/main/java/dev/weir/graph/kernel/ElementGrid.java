package dev.weir.graph.kernel;

import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;

/**
 * Some elements of a tensor as an array: each dimension has a size and a step from one element to
 * the next, which may be negative or 0. Immutable, but for the elements.
 */
public final class ElementGrid {
  private final Tensor tensor;
  private final long start;
  private final long[] sizes;
  private final long[] steps;

  /**
   * @param start the position of the first element in the tensor
   * @throws IndexOutOfBoundsException if an element lies outside the tensor
   */
  public ElementGrid(Tensor tensor, long start, long[] sizes, long[] steps) {
    this.tensor = tensor;
    this.start = start;
    this.sizes = sizes.clone();
    this.steps = steps.clone();
    if (!isEmpty()) {
      requireInside();
    }
  }

  private void requireInside() {
    long first = start;
    long last = start;
    for (int d = 0; d < sizes.length; d++) {
      long reach = Math.multiplyExact(sizes[d] - 1, steps[d]);
      first = Math.addExact(first, Math.min(0, reach));
      last = Math.addExact(last, Math.max(0, reach));
    }
    Objects.checkIndex(first, tensor.elements());
    Objects.checkIndex(last, tensor.elements());
  }

  public Tensor tensor() {
    return tensor;
  }

  /** The position of the first element. */
  public long start() {
    return start;
  }

  public int rank() {
    return sizes.length;
  }

  public long size(int d) {
    return sizes[d];
  }

  public long step(int d) {
    return steps[d];
  }

  /** Whether it has no elements. */
  public boolean isEmpty() {
    for (long size : sizes) {
      if (size == 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether another has the same sizes. */
  public boolean hasSizesOf(ElementGrid other) {
    return Arrays.equals(sizes, other.sizes);
  }
}
