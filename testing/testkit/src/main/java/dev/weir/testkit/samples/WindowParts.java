package dev.weir.testkit.samples;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Short ways to write samples of what slides over images. */
final class WindowParts {
  private WindowParts() {}

  /** Integers from -2 to 2: sums of a few products of them are exact in every type. */
  static Values digits(long seed, long... sizes) {
    Shape shape = Shape.of(sizes);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    double[] numbers = new double[(int) shape.elements()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextInt(-2, 3);
    }
    return Values.of(shape, numbers);
  }

  /** Numbers from 0 to 119, no two the same, in no order: every window has one largest. */
  static Values shuffled(long... sizes) {
    Shape shape = Shape.of(sizes);
    double[] numbers = new double[(int) shape.elements()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i * 37L % 113;
    }
    return Values.of(shape, numbers);
  }

  /** With strides and padding. */
  static OpSample slides(OpSample sample, String padding, long... strides) {
    return sample.attr("padding", padding).attr("strides", AttrValue.ofInts(strides));
  }

  /** Adds a window size to {@link #slides}. */
  static OpSample pools(OpSample sample, String padding, long[] size, long... strides) {
    return slides(sample, padding, strides).attr("ksize", AttrValue.ofInts(size));
  }

  /** A row of numbers. */
  static long[] of(long... numbers) {
    return numbers;
  }

  static OpSample ints(OpSample sample, String name, long... values) {
    return sample.attr(name, AttrValue.ofInts(values));
  }
}
