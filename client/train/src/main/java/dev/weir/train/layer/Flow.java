package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * What flows through a model that is more than a chain of layers: with several inputs and outputs,
 * branches, and layers that are used more than once. A flow is an operand, so a trainer, a loss and
 * a metric take it as it is.
 *
 * {@snippet :
 * Model model = Model.create(new Graph());
 * Flow left = Flow.input(model, "left", DType.FLOAT32, 32); // [batch, 32]
 * Flow right = Flow.input(model, "right", DType.FLOAT32, 32);
 * Layer encoder = Dense.of(64).relu().then(Dense.of(16)).shared();
 *
 * Flow both = Flow.concat(left.then(encoder), right.then(encoder)).then(Dense.of(32).relu());
 * Flow isSame = both.then(Dense.of(1)); // one branch
 * Flow kind = both.plus(both.then(Dense.of(32).relu())).then(Dense.of(5)); // another, residual
 *
 * Flow same = Flow.input(model, "same", DType.FLOAT32, 1);
 * Flow kinds = Flow.input(model, "kinds", DType.INT32); // [batch]
 * Output loss =
 *     ops.math.add(
 *         Losses.sigmoidCrossEntropy(ops, same, isSame),
 *         Losses.sparseSoftmaxCrossEntropy(ops, kinds, kind));
 * Trainer.of(model, loss, Adam.of(1e-3f)).inputs(left, right, same, kinds);
 * }
 */
public final class Flow implements Operand {
  private final Model model;
  private final Output value;

  private Flow(Model model, Output value) {
    this.model = model;
    this.value = value;
  }

  /**
   * Something to be fed: a batch of any number of examples.
   *
   * @param sizes the shape of one example; none if it is a single number
   */
  public static Flow input(Model model, String name, DType dtype, long... sizes) {
    long[] batch = new long[sizes.length + 1];
    batch[0] = Shape.UNKNOWN_SIZE;
    System.arraycopy(sizes, 0, batch, 1, sizes.length);
    return of(model, model.ops().withName(name).placeholder(dtype, Shape.of(batch)));
  }

  /** Something of the model's graph. */
  public static Flow of(Model model, Operand value) {
    return new Flow(model, value.asOutput());
  }

  @Override
  public Output asOutput() {
    return value;
  }

  /** This through a layer. */
  public Flow then(Layer layer) {
    return of(model, layer.apply(model, value));
  }

  /** This through a layer whose nodes and variables are named {@code name/…}. */
  public Flow then(String name, Layer layer) {
    return of(model, layer.apply(model.in(name), value));
  }

  /** This through an activation. */
  public Flow then(Activation activation) {
    return of(model, activation.apply(model.ops(), value));
  }

  /** The sum, element by element. */
  public Flow plus(Flow other) {
    return merged(model.ops().math::add, this, other);
  }

  /** The difference, element by element. */
  public Flow minus(Flow other) {
    return merged(model.ops().math::sub, this, other);
  }

  /** The product, element by element. */
  public Flow times(Flow other) {
    return merged(model.ops().math::mul, this, other);
  }

  /** The mean of several, element by element. */
  public static Flow average(Flow first, Flow... others) {
    Ops ops = first.model.ops();
    Flow sum = merged(ops.math::add, first, others);
    return of(
        first.model, ops.math.mul(sum, Shapes.number(ops, 1.0 / (others.length + 1), sum.dtype())));
  }

  /** The largest of several, element by element. */
  public static Flow maximum(Flow first, Flow... others) {
    return merged(first.model.ops().math::maximum, first, others);
  }

  /** The smallest of several, element by element. */
  public static Flow minimum(Flow first, Flow... others) {
    return merged(first.model.ops().math::minimum, first, others);
  }

  /** Several side by side along their last dimension. */
  public static Flow concat(Flow first, Flow... others) {
    Shape shape = first.shape();
    if (!shape.hasRank() || shape.rank() < 2) {
      throw WeirException.invalidArgument(
          "what is put side by side has a batch and at least one more dimension, got %s",
          first.value);
    }
    Ops ops = first.model.ops();
    return of(first.model, ops.array.concat(computed(first, others), shape.rank() - 1));
  }

  private static Flow merged(BinaryOperator<Output> operation, Flow first, Flow... others) {
    return of(first.model, computed(first, others).stream().reduce(operation).orElseThrow());
  }

  /** All in the type the model computes in, so that an input and a layer's result go together. */
  private static List<Output> computed(Flow first, Flow... others) {
    List<Output> all = new ArrayList<>();
    Stream.concat(Stream.of(first), Stream.of(others))
        .map(flow -> flow.model.precision().computed(flow.model.ops(), flow))
        .forEach(all::add);
    return all;
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
