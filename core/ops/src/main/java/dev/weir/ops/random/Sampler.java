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

  /** Fills an output, on several cores. */
  static void fill(KernelContext context, Philox start, Tensor output, Sampler sampler) {
    int size = sampler.groupSize();
    long elements = output.elements();
    context
        .parallel()
        .forRange(
            (elements + size - 1) / size,
            1000,
            (from, to) -> {
              for (long group = from; group < to; group++) {
                Philox generator = start.ahead(group * sampler.blocksPerGroup());
                long position = group * size;
                sampler.draw(
                    generator, output, position, (int) Math.min(size, elements - position));
              }
            });
  }
}
