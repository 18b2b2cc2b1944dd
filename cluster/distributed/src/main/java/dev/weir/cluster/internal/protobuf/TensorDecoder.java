package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.CodedOutputStream;
import dev.weir.cluster.internal.wire.BooleanElements;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one tensor. If type and shape come before the elements, as all known writers do, those are
 * copied from the network into the tensor; any other order, and elements given one by one, go
 * through the schema's own classes.
 */
final class TensorDecoder {
  /** What a message may leave out of the elements of a tensor, all of which are the same. */
  private static final long EXPANSION = 64L << 20;

  private static final int MAX_RANK = 254;
  private static final String HOLDER = "a received tensor";

  /** How much memory a compressed tensor gets at a time, while it is being read. */
  private static final long PIECE = 1 << 20;

  private final ProtobufReader in;
  private final Allocator allocator;
  private @Nullable DType dtype;
  private Shape shape = Shape.scalar();

  private TensorDecoder(ProtobufReader in, Allocator allocator) {
    this.in = in;
    this.allocator = allocator;
  }

  /** Reads a tensor whose length follows. The caller owns a reference to it. */
  static Tensor read(ProtobufReader in, Allocator allocator) {
    long outer = in.enter();
    Tensor tensor = new TensorDecoder(in, allocator).read();
    in.leave(outer);
    return tensor;
  }

  private Tensor read() {
    while (in.hasMore()) {
      int tag = in.tag();
      switch (ProtobufReader.field(tag)) {
        case TensorHeader.DTYPE -> readType(tag);
        case TensorHeader.SHAPE -> readShape(tag);
        case TensorHeader.CONTENT -> {
          if (dtype == null || dtype.isObject()) {
            return readSlowly(tag);
          }
          ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
          long bytes = in.length();
          if (bytes > 0) {
            return readElements(dtype, bytes);
          }
        }
        default -> {
          return readSlowly(tag);
        }
      }
    }
    return readSlowly(0);
  }

  private void readType(int tag) {
    ProtobufReader.expect(tag, ProtobufReader.VARINT);
    long number = in.varint();
    dtype = DType.ofNumber(Math.clamp(number, 0, Integer.MAX_VALUE));
  }

  private void readShape(int tag) {
    ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
    long outer = in.enter();
    long[] sizes = new long[8];
    int rank = 0;
    while (in.hasMore()) {
      int inner = in.tag();
      if (inner == (TensorHeader.DIMENSION << 3 | ProtobufReader.LENGTH_DELIMITED)) {
        if (rank == MAX_RANK) {
          throw WeirException.invalidArgument("a tensor has at most %d dimensions", MAX_RANK);
        }
        sizes = rank == sizes.length ? Arrays.copyOf(sizes, MAX_RANK) : sizes;
        sizes[rank++] = readDimension();
      } else if (ProtobufReader.field(inner) == TensorHeader.UNKNOWN_RANK) {
        throw WeirException.invalidArgument("the rank of a tensor must be known");
      } else {
        in.skip(inner);
      }
    }
    in.leave(outer);
    shape = Shape.of(Arrays.copyOf(sizes, rank));
  }

  private long readDimension() {
    long outer = in.enter();
    long size = 0;
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag == (TensorHeader.DIMENSION_SIZE << 3 | ProtobufReader.VARINT)) {
        size = in.varint();
      } else {
        in.skip(tag);
      }
    }
    in.leave(outer);
    if (size < 0) {
      throw WeirException.invalidArgument("a dimension of a tensor has the size %d", size);
    }
    return size;
  }

  private Tensor readElements(DType type, long bytes) {
    if (type.byteSize(shape) != bytes) {
      throw WeirException.invalidArgument(
          "%s%s takes %d bytes, and the message has %d", type, shape, type.byteSize(shape), bytes);
    }
    Tensor tensor =
        in.isWhole()
            ? Tensor.allocate(allocator, type, shape, HOLDER)
            : Tensor.over(
                type, shape, allocator.allocateGradually(bytes, Math.min(bytes, PIECE), HOLDER));
    try {
      for (long at = 0; at < bytes; ) {
        long run = in.isWhole() ? bytes : Math.min(PIECE, bytes - at);
        allocator.charge(tensor.buffer(), at + run);
        in.copyTo(tensor.buffer(), at, run);
        at += run;
      }
      BooleanElements.check(tensor);
      skipRest();
      return tensor.freeze();
    } catch (RuntimeException e) {
      tensor.buffer().release();
      throw e;
    }
  }

  /** Values given one by one count only if there are no bytes. */
  private void skipRest() {
    while (in.hasMore()) {
      int tag = in.tag();
      int field = ProtobufReader.field(tag);
      if (field == TensorHeader.DTYPE
          || field == TensorHeader.SHAPE
          || field == TensorHeader.CONTENT) {
        throw WeirException.invalidArgument("field %d of a tensor comes twice", field);
      }
      in.skip(tag);
    }
  }

  /** Leaves what is known and all that follows, from a tag that was read, to the schema. */
  private Tensor readSlowly(int tag) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      if (dtype != null) {
        out.writeEnum(TensorHeader.DTYPE, dtype.number());
      }
      TensorHeader.writeShape(shape, out);
      if (tag != 0) {
        out.writeUInt32NoTag(tag);
        in.copyRest(out);
      }
      out.flush();
      return TensorFiles.fromBinary(bytes.toByteArray(), EXPANSION);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
  }
}
