package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.MemoryBatches;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Batches of digits, as the inputs of a {@link DigitNet} take them: pictures and labels. */
final class DigitBatches implements Batches {
  private final DigitSet digits;
  private final Batches numbers;
  private final long seed;
  private final int moves;

  private DigitBatches(DigitSet digits, Batches numbers, long seed, int moves) {
    this.digits = digits;
    this.numbers = numbers;
    this.seed = seed;
    this.moves = moves;
  }

  /** All digits, in their order. */
  static DigitBatches of(DigitSet digits, int batch) {
    return new DigitBatches(digits, numbers(digits).batch(batch), 0, 0);
  }

  /**
   * Full batches, in another order every epoch.
   *
   * @param moves by how many pixels, at most, digits are moved at random
   */
  static DigitBatches shuffled(DigitSet digits, int batch, long seed, int moves) {
    if (batch > digits.size()) {
      throw WeirException.invalidArgument(
          "a batch of %d digits needs as many, there are %d; use a smaller --batch",
          batch, digits.size());
    }
    Batches numbers = numbers(digits).batch(batch).shuffled(seed).withoutRest();
    return new DigitBatches(digits, numbers, seed, moves);
  }

  private static MemoryBatches numbers(DigitSet digits) {
    return Batches.of(Tensors.vector(IntStream.range(0, digits.size()).toArray()));
  }

  @Override
  public OptionalLong count() {
    return numbers.count();
  }

  @Override
  public Iterator<List<Tensor>> epoch(long number) {
    Iterator<List<Tensor>> chosen = numbers.epoch(number);
    // follows from the epoch, so that a training that goes on sees what it would have seen
    RandomGenerator random = new SplittableRandom(31 * seed + number);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return chosen.hasNext();
      }

      @Override
      public List<Tensor> next() {
        Tensor next = chosen.next().getFirst();
        int[] pictures = new int[Math.toIntExact(next.elements())];
        for (int i = 0; i < pictures.length; i++) {
          pictures[i] = next.getInt(i);
        }
        Tensor images =
            moves == 0 ? digits.images(pictures) : digits.movedImages(pictures, moves, random);
        return List.of(images, digits.labels(pictures));
      }
    };
  }
}
