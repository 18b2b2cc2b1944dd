package dev.weir.tensor;

import dev.weir.tensor.memory.ViewScope;
import java.nio.ByteBuffer;

/** The zero-copy views handed out of one tensor, which fail together when it is closed. */
final class TensorViews {
  private final ViewScope scope = new ViewScope();

  ByteBuffer of(Tensor tensor) {
    return scope.view(tensor.buffer(), tensor);
  }

  void close() {
    scope.close();
  }
}
