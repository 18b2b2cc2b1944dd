package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message with tensors. Its owner holds a reference to each of them. */
public interface TensorCarrier {
  /** The tensors, in any order. */
  List<Tensor> tensors();

  /** Releases the references to the tensors. */
  void release();

  /** Whether the tensors should be compressed on the wire. */
  default boolean compresses() {
    return false;
  }

  /** Releases the tensors of a message, if it carries any. */
  static void release(@Nullable Object message) {
    if (message instanceof TensorCarrier carrier) {
      carrier.release();
    }
  }

  /** The tensors of a message, if it carries any. */
  static List<Tensor> tensorsOf(@Nullable Object message) {
    return message instanceof TensorCarrier carrier ? carrier.tensors() : List.of();
  }
}
