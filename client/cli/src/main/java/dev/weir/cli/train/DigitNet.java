package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.FrozenGraph;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.layer.Conv2D;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.Layer;
import dev.weir.train.layer.MaxPool2D;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.LearningRate;
import java.util.List;
import java.util.Map;

/**
 * A network that reads digits: two convolutions, each followed by a pool, then two dense layers.
 *
 * <pre>
 * image [?,28,28,1] → conv 5×5, 16 → pool 2 → conv 5×5, 32 → pool 2 → dense 128 → dense 10
 * </pre>
 */
final class DigitNet {
  private static final int FILTERS = 16;
  private static final int UNITS = 128;
  private static final double DROPOUT = 0.4;

  private final Model model;
  private final Output image;
  private final Output label;
  private final Output logits;
  private final Output loss;
  private final Output accuracy;
  private final Node step;
  private final Node initializer;

  private DigitNet(Model model, LearningRate rate) {
    this.model = model;
    Ops ops = model.ops();
    image = placeholder(ops);
    label = ops.withName("label").placeholder(DType.INT64, Shape.of(-1));
    logits = layers(true).apply(model, image);
    loss = Losses.sparseSoftmaxCrossEntropy(ops, label, logits);
    accuracy = Losses.accuracy(ops, label, logits);
    step = Adam.of(rate).minimize(model, loss);
    initializer = model.initializer();
  }

  /** The network and what trains it. */
  static DigitNet forTraining(long seed, LearningRate rate) {
    return new DigitNet(Model.create(new Graph(), seed), rate);
  }

  private static Output placeholder(Ops ops) {
    return ops.withName("image")
        .placeholder(DType.FLOAT32, Shape.of(-1, DigitSet.SIDE, DigitSet.SIDE, 1));
  }

  private static Layer layers(boolean isTrained) {
    Layer flat =
        Sequential.of(
            Conv2D.of(FILTERS, 5).relu(),
            MaxPool2D.of(2),
            Conv2D.of(2 * FILTERS, 5).relu(),
            MaxPool2D.of(2),
            new Flatten(),
            Dense.of(UNITS).relu());
    Layer read = Dense.of(DigitSet.KINDS);
    return isTrained ? flat.then(Dropout.of(DROPOUT)).then(read) : flat.then(read);
  }

  /**
   * A graph that reads digits, with these values of the variables: from {@code image} to {@code
   * digit} and {@code probabilities}. Unlike the one that is trained it also reads dark digits on
   * light paper.
   */
  static Graph frozen(Map<String, Tensor> values) {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    Output image = placeholder(ops);
    Output axes = ops.constant(new int[] {1, 2, 3});
    Output isPaperLight = ops.math.greater(ops.reduce.mean(image, axes, true), ops.constant(0.5f));
    Output ink = ops.math.select(isPaperLight, ops.math.sub(ops.constant(1f), image), image);
    Output logits = layers(false).apply(model, ink);
    Output probabilities = ops.withName("probabilities").reduce.softmax(logits);
    Output digit = ops.withName("digit").reduce.argMax(logits, ops.constant(1));
    return FrozenGraph.of(List.of(digit, probabilities), values);
  }

  Graph graph() {
    return model.graph();
  }

  /** Whether a step is for training; false unless fed. */
  Output training() {
    return model.training();
  }

  Output image() {
    return image;
  }

  Output label() {
    return label;
  }

  Output loss() {
    return loss;
  }

  /** The share of digits of a batch that are read right. */
  Output accuracy() {
    return accuracy;
  }

  /** Trains with one batch. */
  Node step() {
    return step;
  }

  Node initializer() {
    return initializer;
  }

  /** Everything a checkpoint needs. */
  List<GraphVariable> variables() {
    return model.variables();
  }
}
