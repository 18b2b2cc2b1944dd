package dev.weir.bench.network;

import java.util.List;

/** A layer of a network. Sizes are those of one example, without the batch. */
public sealed interface Part {
  /** The sizes of what comes out. */
  long[] output(long[] input);

  /** The sizes of what is learned. */
  List<long[]> parameters(long[] input);

  /** How often a number is multiplied and added to a sum, for one example. */
  long multiplyAdds(long[] input);

  /** Every unit sees all of the input; with a bias. */
  record Dense(int units, boolean relu) implements Part {
    @Override
    public long[] output(long[] input) {
      return new long[] {units};
    }

    @Override
    public List<long[]> parameters(long[] input) {
      return List.of(new long[] {product(input), units}, new long[] {units});
    }

    @Override
    public long multiplyAdds(long[] input) {
      return product(input) * units;
    }
  }

  /** A square filter over rows, columns and channels; with a bias and a ReLU. */
  record Convolution(int size, int stride, int padding, int outputs) implements Part {
    @Override
    public long[] output(long[] input) {
      return new long[] {
        (input[0] + 2L * padding - size) / stride + 1,
        (input[1] + 2L * padding - size) / stride + 1,
        outputs
      };
    }

    @Override
    public List<long[]> parameters(long[] input) {
      return List.of(new long[] {size, size, input[2], outputs}, new long[] {outputs});
    }

    @Override
    public long multiplyAdds(long[] input) {
      return product(output(input)) * size * size * input[2];
    }
  }

  /** The largest of each square. */
  record MaxPool(int size, int stride) implements Part {
    @Override
    public long[] output(long[] input) {
      return new long[] {(input[0] - size) / stride + 1, (input[1] - size) / stride + 1, input[2]};
    }

    @Override
    public List<long[]> parameters(long[] input) {
      return List.of();
    }

    @Override
    public long multiplyAdds(long[] input) {
      return 0;
    }
  }

  /**
   * A long short-term memory over steps and features. Its weights are those on the inputs, those on
   * its own outputs and a bias, each with the columns of the input gate, the forget gate, the
   * candidate and the output gate side by side.
   *
   * @param givesSequence whether its output after each step is given, or only the last
   */
  record Lstm(int units, boolean givesSequence) implements Part {
    static final int GATES = 4;

    @Override
    public long[] output(long[] input) {
      return givesSequence ? new long[] {input[0], units} : new long[] {units};
    }

    @Override
    public List<long[]> parameters(long[] input) {
      long gates = (long) GATES * units;
      return List.of(new long[] {input[1], gates}, new long[] {units, gates}, new long[] {gates});
    }

    @Override
    public long multiplyAdds(long[] input) {
      return input[0] * (input[1] + units) * GATES * units;
    }
  }

  private static long product(long[] sizes) {
    long product = 1;
    for (long size : sizes) {
      product *= size;
    }
    return product;
  }
}
