package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.FrozenGraph;
import dev.weir.train.Losses;
import dev.weir.train.Metrics;
import dev.weir.train.Model;
import dev.weir.train.Optimizer;
import dev.weir.train.Trainer;
import dev.weir.train.layer.Conv2D;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.Layer;
import dev.weir.train.layer.MaxPool2D;
import dev.weir.train.layer.Sequential;
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

  private DigitNet() {}

  /** What trains the network, in an empty model; a batch is pictures and what they show. */
  static Trainer trainer(Model model, Optimizer optimizer) {
    Ops ops = model.ops();
    Output image = placeholder(ops);
    Output label = ops.withName("label").placeholder(DType.INT64, Shape.of(-1));
    Output logits = layers(true).apply(model, image);
    Output loss = Losses.sparseSoftmaxCrossEntropy(ops, label, logits);
    return Trainer.of(model, loss, optimizer)
        .inputs(image, label)
        .metric("accuracy", Metrics.accuracy(label, logits));
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
   * logits}, {@code probabilities} and {@code digit}. Unlike the one that is trained it also reads
   * dark digits on light paper.
   */
  static Graph frozen(Map<String, Tensor> values) {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    Output image = placeholder(ops);
    Output axes = ops.constant(new int[] {1, 2, 3});
    Output isPaperLight = ops.math.greater(ops.math.mean(image, axes, true), ops.constant(0.5f));
    Output ink = ops.array.select(isPaperLight, ops.math.sub(ops.constant(1f), image), image);
    Output logits = ops.withName("logits").control.identity(layers(false).apply(model, ink));
    Output probabilities = ops.withName("probabilities").nn.softmax(logits);
    Output digit = ops.withName("digit").math.argMax(logits, 1);
    return FrozenGraph.of(List.of(digit, probabilities), values);
  }
}
