package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBufferFromString;

import org.bytedeco.javacpp.BytePointer;
import org.tensorflow.internal.c_api.TF_Buffer;

/** Serialized messages on their way to and from TensorFlow. */
final class NativeBuffers {
  private NativeBuffers() {}

  /** A copy of the bytes, which the caller deletes. */
  static TF_Buffer of(byte[] bytes) {
    try (BytePointer copy = new BytePointer(Math.max(1, bytes.length))) {
      copy.put(bytes, 0, bytes.length);
      return TF_NewBufferFromString(copy, bytes.length);
    }
  }

  /** The bytes of a buffer, which is deleted. */
  static byte[] take(TF_Buffer buffer) {
    try {
      byte[] bytes = new byte[Math.toIntExact(buffer.length())];
      if (bytes.length > 0) {
        new BytePointer(buffer.data()).capacity(bytes.length).get(bytes);
      }
      return bytes;
    } finally {
      TF_DeleteBuffer(buffer);
    }
  }
}
