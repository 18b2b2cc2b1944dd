package dev.weir.bench.network;

import dev.weir.bench.network.Part.Convolution;
import dev.weir.bench.network.Part.Dense;
import dev.weir.bench.network.Part.Lstm;
import dev.weir.bench.network.Part.MaxPool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A network that tells classes apart, described so that any system can build it. What it starts
 * with and what it is shown follow from its description: every caller, in every process, gets the
 * same.
 *
 * @param name what it is called
 * @param input the sizes of an example: rows, columns and channels, or steps and features
 * @param parts its layers; the last gives a score for each class
 */
public record Network(String name, List<Long> input, List<Part> parts) {
  /** How far a training step goes: not so far that rounding errors grow from step to step. */
  public static final float LEARNING_RATE = 0.001f;

  private static final long SEED = 20;

  /** Two hidden layers over the pixels of a digit. */
  public static final Network MLP =
      new Network(
          "mlp",
          List.of(784L),
          List.of(new Dense(512, true), new Dense(512, true), new Dense(10, false)));

  /** Two convolutions over digits. */
  public static final Network LENET =
      new Network(
          "lenet",
          List.of(28L, 28L, 1L),
          List.of(
              new Convolution(5, 1, 2, 32),
              new MaxPool(2, 2),
              new Convolution(5, 1, 2, 64),
              new MaxPool(2, 2),
              new Dense(1024, true),
              new Dense(10, false)));

  /** AlexNet in one tower: five convolutions over photographs, three large dense layers. */
  public static final Network ALEXNET =
      new Network(
          "alexnet",
          List.of(224L, 224L, 3L),
          List.of(
              new Convolution(11, 4, 2, 64),
              new MaxPool(3, 2),
              new Convolution(5, 1, 2, 192),
              new MaxPool(3, 2),
              new Convolution(3, 1, 1, 384),
              new Convolution(3, 1, 1, 256),
              new Convolution(3, 1, 1, 256),
              new MaxPool(3, 2),
              new Dense(4096, true),
              new Dense(4096, true),
              new Dense(1000, false)));

  /** Two layers of long short-term memory over twenty steps. */
  public static final Network LSTM =
      new Network(
          "lstm",
          List.of(20L, 512L),
          List.of(new Lstm(512, true), new Lstm(512, false), new Dense(10, false)));

  /** All of them. */
  public static final List<Network> ALL = List.of(MLP, LENET, ALEXNET, LSTM);

  /** Keeps the lists. */
  public Network {
    input = List.copyOf(input);
    parts = List.copyOf(parts);
  }

  /** The one of this name. */
  static Network named(String name) {
    return ALL.stream()
        .filter(network -> network.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no network is called " + name));
  }

  /** Whether an example is a sequence. */
  public boolean isSequence() {
    return input.size() == 2;
  }

  /** What each part gets: the sizes of one example. */
  List<long[]> inputsOfParts() {
    List<long[]> sizes = new ArrayList<>();
    long[] current = input.stream().mapToLong(Long::longValue).toArray();
    for (Part part : parts) {
      sizes.add(current);
      current = part.output(current);
    }
    return sizes;
  }

  /** How many classes there are. */
  int classes() {
    return Math.toIntExact(parts.getLast().output(inputsOfParts().getLast())[0]);
  }

  /**
   * Floating-point operations of products and convolutions in one step, in billions. Training takes
   * each forward product twice more, for the gradients of its two factors; only the examples
   * themselves need none.
   */
  public double gigaflops(int batch, boolean training) {
    List<long[]> inputs = inputsOfParts();
    double once = 0;
    for (int i = 0; i < parts.size(); i++) {
      once += parts.get(i).multiplyAdds(inputs.get(i));
    }
    double all = training ? 3 * once - unneeded() : once;
    return 2e-9 * batch * all;
  }

  /** The gradient with respect to the examples. A memory needs only that of its own outputs. */
  private double unneeded() {
    long[] example = inputsOfParts().getFirst();
    return parts.getFirst() instanceof Lstm lstm
        ? (double) example[0] * example[1] * Lstm.GATES * lstm.units()
        : parts.getFirst().multiplyAdds(example);
  }

  /** What is learned, as it is before the first step: of each part its weights, then its bias. */
  List<Values> parameters() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<long[]> inputs = inputsOfParts();
    List<Values> all = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      for (long[] sizes : parts.get(i).parameters(inputs.get(i))) {
        double fanIn = 1;
        for (int d = 0; d < sizes.length - 1; d++) {
          fanIn *= sizes[d];
        }
        float bound = sizes.length == 1 ? 0.1f : (float) Math.sqrt(3 / fanIn);
        all.add(Values.uniform(random, -bound, bound, sizes));
      }
    }
    return all;
  }

  /** Examples to show it: {@code [batch, …]}. */
  Values examples(int batch) {
    long[] sizes = new long[input.size() + 1];
    sizes[0] = batch;
    for (int i = 0; i < input.size(); i++) {
      sizes[i + 1] = input.get(i);
    }
    return Values.uniform(new SplittableRandom(SEED + 1), -1, 1, sizes);
  }

  /** The classes of the examples. */
  int[] labels(int batch) {
    return new SplittableRandom(SEED + 2).ints(batch, 0, classes()).toArray();
  }
}
