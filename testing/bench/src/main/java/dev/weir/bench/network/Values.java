package dev.weir.bench.network;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Numbers that do not belong to any of the systems yet, in the order of the last index.
 *
 * @param sizes the size of each dimension
 * @param numbers the elements
 */
public record Values(long[] sizes, float[] numbers) {
  /** Drawn evenly from between two numbers. */
  static Values uniform(SplittableRandom random, float low, float high, long... sizes) {
    int count = 1;
    for (long size : sizes) {
      count = Math.toIntExact(count * size);
    }
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextDouble(low, high);
    }
    return new Values(sizes, numbers);
  }

  /** These numbers in another shape. */
  Values reshaped(long... others) {
    return new Values(others, numbers);
  }

  /** With dimensions in another order: dimension {@code i} of the result was {@code order[i]}. */
  Values permuted(int... order) {
    int rank = sizes.length;
    long[] stride = new long[rank];
    long step = 1;
    for (int d = rank - 1; d >= 0; d--) {
      stride[d] = step;
      step *= sizes[d];
    }
    long[] others = new long[rank];
    for (int d = 0; d < rank; d++) {
      others[d] = sizes[order[d]];
    }
    float[] moved = new float[numbers.length];
    long[] at = new long[rank];
    for (int i = 0; i < moved.length; i++) {
      int from = 0;
      for (int d = 0; d < rank; d++) {
        from += (int) (at[d] * stride[order[d]]);
      }
      moved[i] = numbers[from];
      for (int d = rank - 1; d >= 0 && ++at[d] == others[d]; d--) {
        at[d] = 0;
      }
    }
    return new Values(others, moved);
  }

  /** The rows of another matrix below those of this one. */
  Values above(Values other) {
    float[] both = Arrays.copyOf(numbers, numbers.length + other.numbers.length);
    System.arraycopy(other.numbers, 0, both, numbers.length, other.numbers.length);
    return new Values(new long[] {sizes[0] + other.sizes[0], sizes[1]}, both);
  }

  /**
   * With the columns, taken in as many blocks of equal size as there are numbers, in another order.
   */
  Values withColumnBlocks(int... order) {
    int width = Math.toIntExact(sizes[sizes.length - 1]) / order.length;
    float[] moved = new float[numbers.length];
    for (int i = 0; i < numbers.length / width; i++) {
      int row = i / order.length;
      int from = (row * order.length + order[i % order.length]) * width;
      System.arraycopy(numbers, from, moved, i * width, width);
    }
    return new Values(sizes, moved);
  }

  Tensor tensor() {
    return Tensors.of(Shape.of(sizes), numbers);
  }
}
