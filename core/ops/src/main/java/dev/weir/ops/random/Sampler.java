package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;

/** A distribution whose numbers come in groups that can be drawn independently of each other. */
interface Sampler {
  /** Elements of the output that a node with state passes over per element, in blocks. */
  long RESERVED_BLOCKS = 256;

  /** How many numbers a group has. */
  int groupSize();

  /** How many blocks of the generator a group has to itself. */
  default long blocksPerGroup() {
    return 1;
  }

  /** Draws a group and puts its first {@code count} numbers into the output. */
  void draw(Philox generator, Tensor output, long position, int count);

  /** Draws the groups {@code [from, to)} of an output; the generator is at the first of all. */
  default void drawAll(Philox start, Tensor output, long from, long to) {
    int size = groupSize();
    for (long group = from; group < to; group++) {
      Philox generator = start.ahead(group * blocksPerGroup());
      long position = group * size;
      draw(generator, output, position, (int) Math.min(size, output.elements() - position));
    }
  }

  /** Fills an output, on several cores. */
  static void fill(KernelContext context, Philox start, Tensor output, Sampler sampler) {
    int size = sampler.groupSize();
    long elements = output.elements();
    context
        .parallel()
        .forRange(
            (elements + size - 1) / size,
            1000,
            (from, to) -> sampler.drawAll(start, output, from, to));
  }
}
