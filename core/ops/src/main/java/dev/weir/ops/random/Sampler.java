package dev.weir.ops.random;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Tensor;

/**
 * A distribution whose numbers come in groups that can be drawn independently of each other, each
 * from blocks of the generator that belong to it alone.
 *
 * @param <A> the array that holds numbers on their way to a tensor
 */
abstract class Sampler<A> {
  /** Elements of the output that a node with state passes over per element, in blocks. */
  static final long RESERVED_BLOCKS = 256;

  /** Groups that are drawn at once: their numbers stay in the first-level cache. */
  private static final int AT_ONCE = 256;

  /** The fewest groups worth another core. */
  private static final int GRAIN = 8 * AT_ONCE;

  private final int groupSize;
  private final long blocksPerGroup;

  /**
   * A distribution.
   *
   * @param groupSize how many numbers a group has
   * @param blocksPerGroup how many blocks of the generator a group has to itself
   */
  Sampler(int groupSize, long blocksPerGroup) {
    this.groupSize = groupSize;
    this.blocksPerGroup = blocksPerGroup;
  }

  /** An array for so many numbers. */
  abstract A array(int size);

  /** Makes numbers of the first block of each group. */
  abstract void draw(WordBlocks blocks, int groups, A numbers);

  /** Fills an output, on several cores. */
  final void fill(ParallelFor parallel, Philox start, Tensor output) {
    long groups = Math.ceilDiv(output.elements(), (long) groupSize);
    parallel.forRange(groups, GRAIN, (from, to) -> fill(start, output, from, to));
  }

  private void fill(Philox start, Tensor output, long from, long to) {
    int most = (int) Math.min(AT_ONCE, to - from);
    WordBlocks blocks = new WordBlocks(start, blocksPerGroup, most);
    A numbers = array(most * groupSize);
    for (long group = from; group < to; group += most) {
      int groups = (int) Math.min(most, to - group);
      blocks.draw(group, groups);
      draw(blocks, groups, numbers);
      long position = group * groupSize;
      int count = (int) Math.min((long) groups * groupSize, output.elements() - position);
      output.buffer().copyFromArray(numbers, 0, position * output.dtype().byteSize(), count);
    }
  }
}
