package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.wire.BooleanElements;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A tensor that arrived in compressed form. Memory for the tensor itself is taken only when all
 * bytes are there, and only as much as was announced.
 *
 * @param unpackedSize how many bytes there were before
 * @param bytes the compressed bytes; released by the caller that decompresses them
 */
record CompressedIn(DType dtype, Shape shape, long unpackedSize, Tensor bytes) {
  /** The highest compression ratio that is possible. */
  private static final long BEST_RATIO = 1_032;

  /** What goes beyond the announced bytes is noticed by one of them. */
  private static final int BEYOND = 1;

  /** Fails if sizes cannot be true. */
  static void check(DType dtype, Shape shape, long unpackedSize, long packedSize) {
    boolean fits =
        dtype.isObject()
            ? unpackedSize <= MessageIn.EXPANSION
            : unpackedSize == dtype.byteSize(shape);
    if (!fits
        || packedSize <= 0
        || packedSize >= unpackedSize
        || unpackedSize / BEST_RATIO > packedSize) {
      throw WeirException.invalidArgument(
          "%d bytes of %s%s cannot have been compressed to %d",
          unpackedSize, dtype, shape, packedSize);
    }
  }

  /** Unpacks it, and releases the compressed bytes. */
  Tensor unpack(Allocator allocator) {
    Inflater inflater = new Inflater();
    try {
      return dtype.isObject() ? objects(inflater, allocator) : elements(inflater, allocator);
    } catch (DataFormatException e) {
      throw damaged(String.valueOf(e.getMessage()), e);
    } finally {
      inflater.end();
      bytes.buffer().release();
    }
  }

  private Tensor objects(Inflater inflater, Allocator allocator) throws DataFormatException {
    try (MemoryAccount strings = allocator.account("received strings")) {
      strings.charge(MessageIn.expanded(unpackedSize, shape));
      byte[] message = new byte[(int) unpackedSize];
      fill(inflater, new Payload.Head(Frames.PART, message, 0, message.length));
      Tensor tensor = TensorFiles.fromBinary(message, MessageIn.EXPANSION);
      MessageIn.checkAnnounced(dtype, shape, tensor);
      return tensor;
    }
  }

  private Tensor elements(Inflater inflater, Allocator allocator) throws DataFormatException {
    Tensor tensor = Tensor.allocate(allocator, dtype, shape, "a received tensor");
    boolean isWhole = false;
    try {
      fill(inflater, new Payload.Elements(tensor, unpackedSize));
      BooleanElements.check(tensor);
      isWhole = true;
    } finally {
      if (!isWhole) {
        tensor.buffer().release();
      }
    }
    return tensor.freeze();
  }

  /** Every round gives or takes some bytes, or is the last. */
  private void fill(Inflater inflater, Payload target) throws DataFormatException {
    long taken = 0;
    long given = 0;
    while (!inflater.finished()) {
      int room = (int) Math.min(Frames.MAX_CHUNK, unpackedSize - given);
      ByteBuffer window = room == 0 ? ByteBuffer.allocate(BEYOND) : target.window(given, room);
      int count = inflater.inflate(window);
      given += count;
      if (given > unpackedSize) {
        throw damaged("more than " + unpackedSize + " bytes come out of them", null);
      }
      if (count == 0 && !inflater.finished()) {
        int more = (int) Math.min(Frames.MAX_CHUNK, bytes.byteSize() - taken);
        if (more == 0 || !inflater.needsInput()) {
          throw damaged("they end after " + given + " of " + unpackedSize + " bytes", null);
        }
        inflater.setInput(bytes.buffer().window(taken, more));
        taken += more;
      }
    }
    if (given != unpackedSize || inflater.getBytesRead() != bytes.byteSize()) {
      String came = given + " of " + unpackedSize + " bytes were decompressed from ";
      throw damaged(came + inflater.getBytesRead() + " of " + bytes.byteSize(), null);
    }
  }

  private WeirException damaged(String how, @Nullable Throwable cause) {
    String message = "the compressed elements of " + dtype + shape + " are damaged: " + how;
    return new WeirException(
        ErrorCode.UNAVAILABLE, message, new DamagedFrameException(message, cause));
  }
}
