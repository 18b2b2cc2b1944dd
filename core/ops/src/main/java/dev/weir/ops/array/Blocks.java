package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Tensors cut into blocks along some dimensions, the positions within a block being moved to the
 * first dimension (the batch), as dilated convolutions want them.
 *
 * @param sizes of a block along each of these dimensions, the first of which is dimension 1
 * @param before padding before each dimension, or what to crop there
 * @param after padding after each dimension, or what to crop there
 */
record Blocks(long[] sizes, long[] before, long[] after) {
  /** Blocks of these sizes, with paddings or crops from a matrix of two columns. */
  static Blocks of(long[] sizes, Tensor margins) {
    for (long size : sizes) {
      if (size < 1) {
        throw WeirException.invalidArgument(
            "block_shape must be above 0, got %s", Arrays.toString(sizes));
      }
    }
    Paddings paddings = Paddings.of(margins);
    return new Blocks(sizes, paddings.before(), paddings.after());
  }

  /** Refuses inputs that do not fit: 0 is the tensor, {@code margins} has paddings or crops. */
  static Shape require(ShapeContext context, int blockDimensions, int margins) {
    Shape in = context.requireRankAtLeast(0, blockDimensions + 1);
    Shape matrix = context.requireRank(margins, 2);
    if (!matrix.isCompatibleWith(Shape.of(blockDimensions, 2))) {
      throw context.invalid(
          "there must be two numbers for each of %d dimensions: %s",
          blockDimensions, context.describe(margins));
    }
    return in;
  }

  /** The product of the sizes. */
  private long elements() {
    return Arrays.stream(sizes).reduce(1, Math::multiplyExact);
  }

  /** The shape after the positions within blocks have moved to the batch. */
  Shape toBatch(Shape space) {
    if (!space.hasRank()) {
      return space;
    }
    Shape shape = space.withSize(0, Sizes.multiply(space.size(0), elements()));
    for (int d = 0; d < sizes.length; d++) {
      long padded = Sizes.add(space.size(d + 1), before[d] + after[d]);
      if (padded >= 0 && padded % sizes[d] != 0) {
        throw WeirException.invalidArgument(
            "padded sizes must be divisible by block_shape: dimension %d of %s with paddings %d and"
                + " %d, block size %d",
            d + 1, space, before[d], after[d], sizes[d]);
      }
      shape = shape.withSize(d + 1, Sizes.divide(padded, sizes[d]));
    }
    return shape;
  }

  /** The shape after the positions within blocks have moved back from the batch. */
  Shape toSpace(Shape batch) {
    if (!batch.hasRank()) {
      return batch;
    }
    if (batch.size(0) >= 0 && batch.size(0) % elements() != 0) {
      throw WeirException.invalidArgument(
          "the batch must be divisible by the elements of a block, %d: input is %s",
          elements(), batch);
    }
    Shape shape = batch.withSize(0, Sizes.divide(batch.size(0), elements()));
    for (int d = 0; d < sizes.length; d++) {
      long whole = Sizes.multiply(batch.size(d + 1), sizes[d]);
      if (whole >= 0 && before[d] + after[d] > whole) {
        throw WeirException.invalidArgument(
            "crops must leave something of dimension %d, which has size %d; they are %d and %d",
            d + 1, whole, before[d], after[d]);
      }
      shape = shape.withSize(d + 1, Sizes.subtract(whole, before[d] + after[d]));
    }
    return shape;
  }

  /** Whether there are places in space that no element of the input comes to. */
  boolean hasMargins() {
    return Arrays.stream(before).anyMatch(n -> n != 0)
        || Arrays.stream(after).anyMatch(n -> n != 0);
  }

  /** Elements that are the same ones in space and in the batch. */
  @FunctionalInterface
  interface Pair {
    void accept(StridedView space, StridedView batch);
  }

  /** Visits all elements that both have, those at the same position within a block together. */
  void forEach(Tensor space, Tensor batch, Pair pair) {
    if (space.elements() == 0 || batch.elements() == 0) {
      return; // there may be more blocks than can be counted through
    }
    long images = space.shape().size(0);
    for (long n = 0; n < elements(); n++) {
      StridedView inSpace = StridedView.of(space);
      StridedView inBatch = StridedView.of(batch).slice(0, n * images, images);
      long rest = n;
      for (int d = sizes.length - 1; d >= 0; d--) {
        long offset = rest % sizes[d] - before[d];
        rest /= sizes[d];
        long first = offset >= 0 ? 0 : Math.ceilDiv(-offset, sizes[d]);
        long end = Math.ceilDiv(space.shape().size(d + 1) - offset, sizes[d]);
        long count = Math.max(0, Math.min(end, inBatch.size(d + 1)) - first);
        long at = count == 0 ? 0 : first * sizes[d] + offset;
        inSpace = inSpace.slice(d + 1, at, sizes[d], count);
        inBatch = inBatch.slice(d + 1, count == 0 ? 0 : first, count);
      }
      pair.accept(inSpace, inBatch);
    }
  }
}
