package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value that came from another task. The receiver owns a reference to the tensor.
 *
 * @param tensor null if the value is dead
 * @param compresses whether it is compressed on its way
 */
public record ReceivedTensor(@Nullable Tensor tensor, boolean compresses) implements TensorCarrier {
  /** A value on a branch that was not taken. */
  public static final ReceivedTensor DEAD = new ReceivedTensor(null);

  /** A value that travels as it is. */
  public ReceivedTensor(@Nullable Tensor tensor) {
    this(tensor, false);
  }

  @Override
  public List<Tensor> tensors() {
    return tensor == null ? List.of() : List.of(tensor);
  }

  @Override
  public void release() {
    if (tensor != null) {
      tensor.buffer().release();
    }
  }
}
