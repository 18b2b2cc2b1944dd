package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;

/**
 * {@code activation(x ∗ W + b)}: every filter slides over images {@code [batch, rows, columns,
 * channels]} and makes one channel of the result.
 *
 * @param filters how many there are
 * @param window what a filter sees
 * @param activation what is done to the sums
 * @param useBias whether there is a {@code b}
 * @param kernel what {@code W} starts as
 */
public record Conv2D(
    int filters, Window window, Activation activation, boolean useBias, Initializer kernel)
    implements Layer {
  public Conv2D {
    if (filters <= 0) {
      throw WeirException.invalidArgument(
          "a convolution needs at least one filter, got %d", filters);
    }
  }

  /** Square filters moving by one, without padding, with a bias, starting with Glorot's numbers. */
  public static Conv2D of(int filters, int size) {
    return of(filters, Window.of(size));
  }

  /** Filters of any size, with a bias, starting with Glorot's numbers. */
  public static Conv2D of(int filters, Window window) {
    return new Conv2D(filters, window, Activation.none(), true, Initializer.glorotUniform());
  }

  /** Pads the image, so that its size is divided by the strides, rounded up. */
  public Conv2D same() {
    return new Conv2D(filters, window.same(), activation, useBias, kernel);
  }

  /** Sets the stride in both directions. */
  public Conv2D strides(int both) {
    return new Conv2D(filters, window.strides(both), activation, useBias, kernel);
  }

  /** Applies an activation. */
  public Conv2D with(Activation other) {
    return new Conv2D(filters, window, other, useBias, kernel);
  }

  /** Applies a ReLU. */
  public Conv2D relu() {
    return with(Activation.relu());
  }

  /** Leaves out {@code b}, as before a normalization. */
  public Conv2D withoutBias() {
    return new Conv2D(filters, window, activation, false, kernel);
  }

  /** Sets the initializer of {@code W}. */
  public Conv2D startingAs(Initializer other) {
    return new Conv2D(filters, window, activation, useBias, other);
  }

  @Override
  public Output apply(Model model, Operand x) {
    Window.checkImages("a convolution", x);
    long channels = x.shape().size(3);
    if (channels == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument(
          "a convolution must know the number of channels of its images, got %s", x.asOutput());
    }
    Model inside = model.in("conv2d");
    Ops ops = inside.ops();
    Shape weights = Shape.of(window.rows(), window.columns(), channels, filters);
    Output in = inside.precision().computed(ops, x);
    Output w = Weights.trained(inside, "kernel", kernel, weights, in.dtype());
    Output sums = ops.nn.conv2d(in, w, window.sliding());
    if (useBias) {
      Shape each = Shape.of(filters);
      Output b = Weights.trained(inside, "bias", Initializer.zeros(), each, in.dtype());
      sums = ops.nn.biasAdd(sums, b);
    }
    return activation.apply(ops, sums);
  }
}
