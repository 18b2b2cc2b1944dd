package dev.weir.bench.network;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.internal.NDArrayEx;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * A {@link Task} in PyTorch's functions, as PyTorch likes it best: channels before rows, weights
 * transposed, gradients that are not kept from step to step. The learning rate is a factor of the
 * loss, so that an update takes one pass over a parameter instead of two.
 *
 * <p>Runs in {@link PyTorchProgram}'s process.
 */
final class PyTorchNetwork implements AutoCloseable {
  private static final Shape ONE = new Shape(1, 1);
  private static final Shape NONE = new Shape(0, 0);

  private final Task task;
  private final Engine engine = Engine.getEngine("PyTorch");
  private final NDManager manager = engine.newBaseManager();
  private final List<NDArray> parameters = new ArrayList<>();
  private final NDArray examples;
  private final NDArray labels;

  PyTorchNetwork(Task task) {
    this.task = task;
    Network network = task.network();
    List<long[]> inputs = network.inputsOfParts();
    Iterator<Values> values = network.parameters().iterator();
    for (int i = 0; i < inputs.size(); i++) {
      addParameters(network.parts().get(i), inputs.get(i), values);
    }
    Values shown = network.examples(task.batch());
    examples = array(inItsOrder(shown));
    labels =
        manager
            .create(network.labels(task.batch()), new Shape(task.batch(), 1))
            .toType(DataType.INT64, true);
  }

  /** Channels before rows, steps before the batch. */
  private static Values inItsOrder(Values examples) {
    return switch (examples.sizes().length) {
      case 4 -> examples.permuted(0, 3, 1, 2);
      case 3 -> examples.permuted(1, 0, 2);
      default -> examples;
    };
  }

  private void addParameters(Part part, long[] input, Iterator<Values> values) {
    switch (part) {
      case Part.Dense dense -> {
        Values weights = values.next();
        // what is flattened has its channels first here
        Values moved =
            input.length == 3
                ? weights
                    .reshaped(input[0], input[1], input[2], dense.units())
                    .permuted(3, 2, 0, 1)
                    .reshaped(dense.units(), input[0] * input[1] * input[2])
                : weights.permuted(1, 0);
        parameters.add(array(moved));
        parameters.add(array(values.next()));
      }
      case Part.Convolution convolution -> {
        parameters.add(array(values.next().permuted(3, 2, 0, 1)));
        parameters.add(array(values.next()));
      }
      case Part.Lstm lstm -> {
        parameters.add(array(values.next().permuted(1, 0)));
        parameters.add(array(values.next().permuted(1, 0)));
        parameters.add(array(values.next()));
      }
      case Part.MaxPool pool -> {}
    }
  }

  /** A copy in PyTorch's own memory. */
  private NDArray array(Values values) {
    try (NDArray wrapped = manager.create(values.numbers(), new Shape(values.sizes()))) {
      return wrapped.duplicate();
    }
  }

  /** Takes a step and leaves its result where it is, as the other sides do. */
  void step() {
    step(result -> new float[0]);
  }

  /** Takes a step: the loss before it, or the scores. */
  float[] observe() {
    return step(NDArray::toFloatArray);
  }

  private float[] step(Function<NDArray, float[]> reads) {
    try (NDManager local = manager.newSubManager()) {
      // results belong to the manager of what they are computed from, and go with it
      NDArray shown = examples.stopGradient();
      shown.attach(local);
      return task.training() ? train(local, shown) : reads.apply(scores(shown, parameters));
    }
  }

  private float[] train(NDManager local, NDArray shown) {
    List<NDArray> leaves = new ArrayList<>();
    for (NDArray parameter : parameters) {
      NDArray leaf = parameter.stopGradient();
      leaf.attach(local);
      leaf.setRequiresGradient(true);
      leaves.add(leaf);
    }
    float loss;
    try (GradientCollector gradients = engine.newGradientCollector()) {
      NDArray chosen = scores(shown, leaves).logSoftmax(1).gather(labels, 1);
      NDArray scaled = chosen.mean().mul(-Network.LEARNING_RATE);
      gradients.backward(scaled);
      loss = scaled.getFloat() / Network.LEARNING_RATE;
    }
    for (int i = 0; i < leaves.size(); i++) {
      // a leaf is another view of its parameter
      parameters.get(i).subi(leaves.get(i).getGradient());
    }
    return new float[] {loss};
  }

  private NDArray scores(NDArray shown, List<NDArray> learned) {
    Iterator<NDArray> next = learned.iterator();
    NDArray current = shown;
    for (Part part : task.network().parts()) {
      NDArrayEx of = current.getNDArrayInternal();
      current =
          switch (part) {
            case Part.Dense dense -> {
              NDArray flat = current.reshape(task.batch(), -1);
              NDArray sums = of.linear(flat, next.next(), next.next()).singletonOrThrow();
              yield dense.relu() ? sums.getNDArrayInternal().relu() : sums;
            }
            case Part.Convolution convolution -> {
              Shape stride = new Shape(convolution.stride(), convolution.stride());
              Shape padding = new Shape(convolution.padding(), convolution.padding());
              NDArray sums =
                  of.convolution(current, next.next(), next.next(), stride, padding, ONE, 1)
                      .singletonOrThrow();
              yield sums.getNDArrayInternal().relu();
            }
            case Part.MaxPool pool ->
                of.maxPool(
                    new Shape(pool.size(), pool.size()),
                    new Shape(pool.stride(), pool.stride()),
                    NONE,
                    false);
            case Part.Lstm lstm -> remember(lstm, current, next);
          };
    }
    return current;
  }

  private NDArray remember(Part.Lstm part, NDArray input, Iterator<NDArray> learned) {
    NDManager local = input.getManager();
    NDArray nothing = local.zeros(new Shape(1, task.batch(), part.units()));
    // PyTorch has two biases; one that stays 0 makes them one
    NDArray noBias = local.zeros(new Shape((long) Part.Lstm.GATES * part.units()));
    NDList weights = new NDList(learned.next(), learned.next(), learned.next(), noBias);
    NDList state = new NDList(Arrays.asList(nothing, nothing));
    NDArray outputs =
        input
            .getNDArrayInternal()
            .lstm(input, state, weights, true, 1, 0, task.training(), false, false)
            .getFirst();
    return part.givesSequence() ? outputs : outputs.get(new NDIndex("-1"));
  }

  @Override
  public void close() {
    manager.close();
  }
}
