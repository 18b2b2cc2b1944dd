package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;

/**
 * {@code activation(x W + b)}: every unit looks at all of the last dimension of its input.
 *
 * @param units how many there are
 * @param activation what is done to the sums
 * @param useBias whether there is a {@code b}
 * @param kernel what {@code W} starts as
 */
public record Dense(int units, Activation activation, boolean useBias, Initializer kernel)
    implements Layer {
  public Dense {
    if (units <= 0) {
      throw WeirException.invalidArgument("a layer needs at least one unit, got %d", units);
    }
  }

  /** Without activation, with a bias, starting with Glorot's numbers. */
  public static Dense of(int units) {
    return new Dense(units, Activation.none(), true, Initializer.glorotUniform());
  }

  /** Applies an activation. */
  public Dense with(Activation other) {
    return new Dense(units, other, useBias, kernel);
  }

  /** Applies a ReLU. */
  public Dense relu() {
    return with(Activation.relu());
  }

  /** Leaves out {@code b}. */
  public Dense withoutBias() {
    return new Dense(units, activation, false, kernel);
  }

  /** Sets the initializer of {@code W}. */
  public Dense startingAs(Initializer other) {
    return new Dense(units, activation, useBias, other);
  }

  @Override
  public Output apply(Model model, Operand x) {
    Shape shape = x.shape();
    if (!shape.hasRank() || shape.rank() != 2 || shape.size(1) == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument(
          "a dense layer takes a matrix of known width, got %s; flatten it first", x.asOutput());
    }
    Model inside = model.in("dense");
    Ops ops = inside.ops();
    Output in = inside.precision().computed(ops, x);
    Shape weights = Shape.of(shape.size(1), units);
    Output w = Weights.trained(inside, "kernel", kernel, weights, in.dtype());
    Output sums = ops.linalg.matMul(in, w);
    if (useBias) {
      Shape each = Shape.of(units);
      Output b = Weights.trained(inside, "bias", Initializer.zeros(), each, in.dtype());
      sums = ops.nn.biasAdd(sums, b);
    }
    return activation.apply(ops, sums);
  }
}
