package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;

/**
 * The average of every window of images {@code [batch, rows, columns, channels]}, channel by
 * channel.
 *
 * @param window what is seen at once
 */
public record AveragePool2D(Window window) implements Layer {
  /** Squares side by side, without padding. */
  public static AveragePool2D of(int size) {
    return new AveragePool2D(Window.of(size).strides(size));
  }

  /** Pads the image, so that its size is divided by the stride, rounded up. */
  public AveragePool2D same() {
    return new AveragePool2D(window.same());
  }

  @Override
  public Output apply(Model model, Operand x) {
    Window.checkImages("a pool", x);
    return model.in("average_pool2d").ops().nn.avgPool(x, window.size(), window.sliding());
  }
}
