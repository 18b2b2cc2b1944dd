package dev.weir.ops.random;

import dev.weir.tensor.Tensor;

/** Uniform float32 in [0, 1): what dropout draws in every step, hence a block at a time. */
record UnitFloats() implements Sampler {
  /** Numbers that stay in first-level cache until they are copied to the output. */
  private static final int BLOCK = 1024;

  @Override
  public int groupSize() {
    return Philox.WORDS;
  }

  @Override
  public void draw(Philox generator, Tensor output, long position, int count) {
    float[] numbers = new float[Philox.WORDS];
    fill(generator, numbers, 1);
    output.buffer().copyFromArray(numbers, 0, position * Float.BYTES, count);
  }

  @Override
  public void drawAll(Philox start, Tensor output, long from, long to) {
    Philox generator = start.ahead(from);
    long end = Math.min(output.elements(), to * Philox.WORDS);
    float[] numbers = new float[BLOCK];
    for (long at = from * Philox.WORDS; at < end; at += BLOCK) {
      int count = (int) Math.min(BLOCK, end - at);
      fill(generator, numbers, Math.ceilDiv(count, Philox.WORDS));
      output.buffer().copyFromArray(numbers, 0, at * Float.BYTES, count);
    }
  }

  private static void fill(Philox generator, float[] numbers, int groups) {
    int[] words = new int[Philox.WORDS];
    for (int group = 0; group < groups; group++) {
      generator.next(words);
      int at = group * Philox.WORDS;
      numbers[at] = Reals.unit(words[0]);
      numbers[at + 1] = Reals.unit(words[1]);
      numbers[at + 2] = Reals.unit(words[2]);
      numbers[at + 3] = Reals.unit(words[3]);
    }
  }
}
