package dev.weir.cluster.internal.wire;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;

/** Kernels take every byte of a bool tensor to be 0 or 1; what comes from elsewhere is checked. */
public final class BooleanElements {
  private static final long NOT_BOOLEAN = 0xfefefefefefefefeL;

  private BooleanElements() {}

  /** Fails if the tensor is of bools and one is neither. */
  public static void check(Tensor tensor) {
    if (tensor.dtype() != DType.BOOL) {
      return;
    }
    Buffer bytes = tensor.buffer();
    long words = tensor.byteSize() / Long.BYTES;
    for (long i = 0; i < words; i++) {
      if ((bytes.getLong(i) & NOT_BOOLEAN) != 0) {
        throw notBoolean(tensor);
      }
    }
    for (long i = words * Long.BYTES; i < tensor.byteSize(); i++) {
      if ((bytes.getByte(i) & NOT_BOOLEAN) != 0) {
        throw notBoolean(tensor);
      }
    }
  }

  private static WeirException notBoolean(Tensor tensor) {
    return WeirException.invalidArgument(
        "bool elements must be 0 or 1; bool%s has another byte", tensor.shape());
  }
}
