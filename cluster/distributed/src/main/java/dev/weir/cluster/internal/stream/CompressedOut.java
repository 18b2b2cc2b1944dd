package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tensor in compressed form, off the heap, in pieces of which each is sent as a
 * chunk: what it takes is what will be sent. Not thread-safe.
 */
final class CompressedOut {
  /** Fewer bytes are not worth the effort. */
  private static final long FEWEST = 512;

  /** The least saving, as one part in this many. */
  private static final int SAVING = 16;

  private final Tensor tensor;
  private final Payload source;
  private final Allocator allocator;
  private final List<Tensor> pieces = new ArrayList<>();
  private long byteSize;
  private long room;

  private CompressedOut(Tensor tensor, Allocator allocator) {
    this.tensor = tensor;
    this.source = source(tensor);
    this.allocator = allocator;
  }

  private static Payload source(Tensor tensor) {
    if (!tensor.dtype().isObject()) {
      return new Payload.Elements(tensor, tensor.byteSize());
    }
    byte[] bytes = TensorFiles.toBinary(tensor);
    return new Payload.Head(Frames.PART, bytes, 0, bytes.length);
  }

  /** Compresses a tensor; null if that saves too little. The caller releases the pieces. */
  static @Nullable CompressedOut of(Tensor tensor, Allocator allocator) {
    CompressedOut packed = new CompressedOut(tensor, allocator);
    long bytes = packed.source.byteSize();
    if (bytes < FEWEST || (tensor.dtype().isObject() && bytes > MessageIn.EXPANSION)) {
      return null;
    }
    boolean isSmaller = false;
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      isSmaller = packed.fill(deflater);
    } finally {
      deflater.end();
      if (!isSmaller) {
        packed.pieces.forEach(piece -> piece.buffer().release());
      }
    }
    return isSmaller ? packed : null;
  }

  private boolean fill(Deflater deflater) {
    long size = source.byteSize();
    long most = size - size / SAVING;
    long taken = 0;
    while (!deflater.finished()) {
      if (deflater.needsInput() && taken < size) {
        int count = (int) Math.min(Frames.MAX_CHUNK, size - taken);
        deflater.setInput(source.window(taken, count));
        taken += count;
        if (taken == size) {
          deflater.finish();
        }
      }
      if (byteSize >= most) {
        return false;
      }
      byteSize += deflater.deflate(window(most));
    }
    return true;
  }

  /** Where the next bytes go. */
  private ByteBuffer window(long most) {
    if (byteSize == room) {
      long bytes = Math.min(Frames.MAX_CHUNK, most - byteSize);
      pieces.add(Tensor.allocate(allocator, DType.UINT8, Shape.of(bytes), "a compressed tensor"));
      room += bytes;
    }
    Tensor last = pieces.getLast();
    int left = (int) (room - byteSize);
    return last.buffer().window(last.byteSize() - left, left);
  }

  /** The tensor's type. */
  DType dtype() {
    return tensor.dtype();
  }

  /** The tensor's shape. */
  Shape shape() {
    return tensor.shape();
  }

  /** How many bytes have been compressed. */
  long unpackedSize() {
    return source.byteSize();
  }

  /** How many bytes are left of them. */
  long byteSize() {
    return byteSize;
  }

  /** The compressed bytes, the last piece perhaps not full. */
  List<Tensor> pieces() {
    return pieces;
  }

  /** The pieces as payloads. */
  List<Payload> payloads() {
    List<Payload> payloads = new ArrayList<>(pieces.size());
    long left = byteSize;
    for (Tensor piece : pieces) {
      long count = Math.min(left, piece.byteSize());
      payloads.add(new Payload.Elements(piece, count));
      left -= count;
    }
    if (left != 0) {
      throw WeirException.internal("%d of %d compressed bytes are missing", left, byteSize);
    }
    return payloads;
  }
}
