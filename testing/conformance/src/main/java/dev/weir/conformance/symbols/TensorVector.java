package dev.weir.conformance.symbols;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weir.error.WeirException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;

/**
 * A C++ {@code std::vector<tensorflow::Tensor>}: three words that point to the first tensor, past
 * the last and past the memory. Made here with tensors, or empty for TensorFlow to fill.
 */
final class TensorVector implements AutoCloseable {
  private static final long WORD = ADDRESS.byteSize();

  /** A C++ tensor is a shape of three words and the address of its buffer. */
  private static final long TENSOR_BYTES = 4 * WORD;

  private static final NativeFunction CREATE =
      new NativeFunction("_ZN10tensorflow6TensorC1Ev", FunctionDescriptor.ofVoid(ADDRESS));
  private static final NativeFunction DESTROY =
      new NativeFunction("_ZN10tensorflow6TensorD1Ev", FunctionDescriptor.ofVoid(ADDRESS));
  private static final NativeFunction FROM_C =
      new NativeFunction(
          "_ZN10tensorflow17TF_TensorToTensorEPK9TF_TensorPNS_6TensorE",
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS));
  private static final NativeFunction TO_C =
      new NativeFunction(
          "_ZN10tensorflow19TF_TensorFromTensorERKNS_6TensorEPN4absl12lts_202308026StatusE",
          FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
  private static final NativeFunction NEW_STATUS =
      new NativeFunction("TF_NewStatus", FunctionDescriptor.of(ADDRESS));
  private static final NativeFunction DELETE_STATUS =
      new NativeFunction("TF_DeleteStatus", FunctionDescriptor.ofVoid(ADDRESS));
  private static final NativeFunction CODE =
      new NativeFunction("TF_GetCode", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final NativeFunction FREE =
      new NativeFunction("free", FunctionDescriptor.ofVoid(ADDRESS));

  private final MemorySegment words;
  private final boolean isOurs;

  private TensorVector(MemorySegment words, boolean isOurs) {
    this.words = words;
    this.isOurs = isOurs;
  }

  /** For TensorFlow to fill. */
  static TensorVector empty(Arena arena) {
    return new TensorVector(arena.allocate(3 * WORD, WORD), false);
  }

  /** Tensors that share their elements with the {@code TF_Tensor}s at these addresses. */
  static TensorVector of(long[] tensors, Arena arena) {
    MemorySegment words = arena.allocate(3 * WORD, WORD);
    MemorySegment first = arena.allocate(Math.max(1, tensors.length) * TENSOR_BYTES, WORD);
    TensorVector vector = new TensorVector(words, true);
    vector.set(0, first.address());
    vector.set(1, first.address());
    vector.set(2, first.address() + tensors.length * TENSOR_BYTES);
    try {
      vector.fill(tensors, first);
      return vector;
    } catch (RuntimeException e) {
      vector.close();
      throw e;
    }
  }

  private void fill(long[] tensors, MemorySegment first) {
    for (int i = 0; i < tensors.length; i++) {
      MemorySegment slot = first.asSlice(i * TENSOR_BYTES, TENSOR_BYTES);
      CREATE.call(slot);
      set(1, slot.address() + TENSOR_BYTES);
      long source = tensors[i];
      checked(status -> FROM_C.call(status, MemorySegment.ofAddress(source), slot));
    }
  }

  MemorySegment address() {
    return words;
  }

  /** The addresses of new {@code TF_Tensor}s with the same elements. */
  long[] tensors() {
    long bytes = word(1) - word(0);
    if (bytes % TENSOR_BYTES != 0) {
      throw WeirException.internal(
          "a tensor of this build of TensorFlow takes not %d bytes: %d bytes are not a whole number"
              + " of them",
          TENSOR_BYTES, bytes);
    }
    long[] tensors = new long[Math.toIntExact(bytes / TENSOR_BYTES)];
    for (int i = 0; i < tensors.length; i++) {
      MemorySegment slot = MemorySegment.ofAddress(word(0) + i * TENSOR_BYTES);
      int index = i;
      checked(status -> tensors[index] = ((MemorySegment) TO_C.call(slot, status)).address());
    }
    return tensors;
  }

  /** Something that writes a status in the place of one that is OK. */
  @FunctionalInterface
  private interface Conversion {
    void run(MemorySegment status);
  }

  private static void checked(Conversion conversion) {
    MemorySegment status = (MemorySegment) NEW_STATUS.call();
    try {
      conversion.run(status);
      int code = (int) CODE.call(status);
      if (code != 0) {
        throw WeirException.internal(
            "TensorFlow cannot convert a tensor of its own: code %d", code);
      }
    } finally {
      DELETE_STATUS.call(status);
    }
  }

  private long word(int index) {
    return words.get(JAVA_LONG, index * WORD);
  }

  private void set(int index, long value) {
    words.set(JAVA_LONG, index * WORD, value);
  }

  @Override
  public void close() {
    for (long slot = word(0); slot < word(1); slot += TENSOR_BYTES) {
      DESTROY.call(MemorySegment.ofAddress(slot));
    }
    if (!isOurs) {
      FREE.call(MemorySegment.ofAddress(word(0)));
    }
  }
}
