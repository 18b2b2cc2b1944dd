package dev.weir.tensor;

/** Tensors as people read them. */
final class TensorText {
  private TensorText() {}

  static String print(Tensor tensor) {
    return tensor.dtype() + "" + tensor.shape();
  }
}
