package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;

/**
 * The largest element of every window of images {@code [batch, rows, columns, channels]}, channel
 * by channel.
 *
 * @param window what is seen at once
 */
public record MaxPool2D(Window window) implements Layer {
  /** Squares side by side, without padding. */
  public static MaxPool2D of(int size) {
    return new MaxPool2D(Window.of(size).strides(size));
  }

  /** Pads the image, so that its size is divided by the stride, rounded up. */
  public MaxPool2D same() {
    return new MaxPool2D(window.same());
  }

  @Override
  public Output apply(Model model, Operand x) {
    Window.checkImages("a pool", x);
    return model.in("max_pool2d").ops().nn.maxPool(x, window.size(), window.sliding());
  }
}
