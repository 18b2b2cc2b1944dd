package dev.weir.testkit.samples;

import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;

/** Short ways to write samples. */
final class SampleParts {
  private SampleParts() {}

  /** A sample with a title and inputs that are single tensors. */
  static OpSample sample(String op, String title, Values... inputs) {
    OpSample sample = OpSample.of(op).named(title);
    for (Values input : inputs) {
      sample.input(input);
    }
    return sample;
  }

  /** A vector of strings. */
  static Values text(String... strings) {
    return Values.strings(Shape.of(strings.length), strings);
  }

  /** A single string. */
  static Values one(String string) {
    return Values.strings(Shape.scalar(), string);
  }
}
