package dev.weir.ops.support;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.Float16;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.util.Objects;

/**
 * Adds real numbers or takes them away; integers wrap. Neighbors are summed in arrays, in loops
 * that the compiler turns into vectors.
 *
 * @param sign 1 or -1
 */
record NumberSum(int sign) implements ElementCombiner {
  /** Elements that stay in the first-level cache. */
  private static final int BLOCK = 1024;

  /** Fewer are not worth arrays. */
  private static final int FEWEST = 16;

  @Override
  public void apply(Tensor target, long i, Tensor source, long j) {
    if (target.dtype().isFloating()) {
      target.setDouble(i, target.getDouble(i) + sign * source.getDouble(j));
    } else {
      target.setLong(i, target.getLong(i) + sign * source.getLong(j));
    }
  }

  @Override
  public void applyAll(Tensor target, long at, Tensor source, long from, long count) {
    Objects.checkFromIndexSize(at, count, target.elements());
    Objects.checkFromIndexSize(from, count, source.elements());
    if (count < FEWEST) {
      ElementCombiner.super.applyAll(target, at, source, from, count);
      return;
    }
    int block = (int) Math.min(BLOCK, count);
    switch (target.dtype()) {
      case FLOAT64 ->
          sum(target, at, source, from, count, new double[block], new double[block], this::add);
      case FLOAT16 ->
          sum(target, at, source, from, count, new short[block], new short[block], this::addHalves);
      case BFLOAT16 ->
          sum(
              target,
              at,
              source,
              from,
              count,
              new short[block],
              new short[block],
              this::addBfloats);
      default -> addIntegers(target, at, source, from, count, block);
    }
  }

  private void addIntegers(
      Tensor target, long at, Tensor source, long from, long count, int block) {
    switch (target.dtype().byteSize()) {
      case Byte.BYTES ->
          sum(target, at, source, from, count, new byte[block], new byte[block], this::add);
      case Short.BYTES ->
          sum(target, at, source, from, count, new short[block], new short[block], this::add);
      case Integer.BYTES ->
          sum(target, at, source, from, count, new int[block], new int[block], this::add);
      default -> sum(target, at, source, from, count, new long[block], new long[block], this::add);
    }
  }

  /** Changes the first elements of one array by those of another. */
  private interface Sum<A> {
    void apply(A target, A source, int count);
  }

  private static <A> void sum(
      Tensor target, long at, Tensor source, long from, long count, A sums, A addends, Sum<A> sum) {
    Buffer in = source.buffer();
    Buffer out = target.buffer();
    int size = target.dtype().byteSize();
    for (long done = 0; done < count; done += BLOCK) {
      int some = (int) Math.min(BLOCK, count - done);
      out.copyToArray((at + done) * size, sums, 0, some);
      in.copyToArray((from + done) * size, addends, 0, some);
      sum.apply(sums, addends, some);
      out.copyFromArray(sums, 0, (at + done) * size, some);
    }
  }

  private void add(double[] target, double[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] += sign * source[i];
    }
  }

  // sums of two numbers of 16 bits are rounded to float first: that does not change the result
  private void addHalves(short[] target, short[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = Float16.fromFloat(Float16.toFloat(target[i]) + sign * Float16.toFloat(source[i]));
    }
  }

  private void addBfloats(short[] target, short[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] =
          Bfloat16.fromFloat(Bfloat16.toFloat(target[i]) + sign * Bfloat16.toFloat(source[i]));
    }
  }

  private void add(byte[] target, byte[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = (byte) (target[i] + sign * source[i]);
    }
  }

  private void add(short[] target, short[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = (short) (target[i] + sign * source[i]);
    }
  }

  private void add(int[] target, int[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] += sign * source[i];
    }
  }

  private void add(long[] target, long[] source, int count) {
    for (int i = 0; i < count; i++) {
      target[i] += sign * source[i];
    }
  }
}
