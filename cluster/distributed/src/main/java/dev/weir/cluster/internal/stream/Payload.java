package dev.weir.cluster.internal.stream;

import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;

/** Bytes of a message that go in frames of their own. */
sealed interface Payload {
  /** The kind of those frames. */
  byte kind();

  /** How many bytes such a frame may have. */
  int mostAtOnce();

  long byteSize();

  /** Some of them, not copied if they are off-heap. */
  ByteBuffer window(long offset, int count);

  /** The first bytes of a tensor, which the sender keeps until they are sent. */
  record Elements(Tensor tensor, long byteSize) implements Payload {
    @Override
    public byte kind() {
      return Frames.CHUNK;
    }

    @Override
    public int mostAtOnce() {
      return Frames.MAX_CHUNK;
    }

    @Override
    public ByteBuffer window(long offset, int count) {
      return tensor.buffer().window(offset, count);
    }
  }

  /** Some of a message that is too long for a frame. */
  record Head(byte kind, byte[] bytes, int from, int count) implements Payload {
    @Override
    public int mostAtOnce() {
      return Frames.MAX_LENGTH;
    }

    @Override
    public long byteSize() {
      return count;
    }

    @Override
    public ByteBuffer window(long offset, int some) {
      return ByteBuffer.wrap(bytes, from + (int) offset, some);
    }
  }
}
