package dev.weir.cluster.stream;

import dev.weir.cluster.wire.BooleanElements;
import dev.weir.cluster.wire.NamedTensor;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.ByteSize;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message. Tensors whose elements follow are allocated and listed; whoever takes the
 * message fills them. A message that is too large, or that nobody wants, is read to its end without
 * memory for its tensors. Bytes that are no message are an {@link ErrorCode#INVALID_ARGUMENT}.
 */
final class MessageIn {
  private static final int MAX_RANK = 254;
  private static final int MAX_ITEMS = 1 << 20;

  /** What a string tensor may expand to beyond its bytes. */
  static final long EXPANSION = 64L << 20;

  /** Stands where a tensor would that is not kept; it has no memory to give back. */
  private static final Tensor NONE = Tensor.allocate(DType.STRING, Shape.of(0));

  /** Elements that follow, and where they go: nowhere if there is no tensor. */
  record Following(@Nullable Tensor tensor, long byteSize) {}

  private final ByteBuffer in;
  private final Allocator allocator;
  private final long mostBytes;
  private final List<Tensor> allocated = new ArrayList<>(1);
  private List<Following> following = List.of();
  private long bytes;
  private boolean discards;
  private @Nullable PackedIn packed;
  private @Nullable WeirException failure;

  MessageIn(ByteBuffer in, Allocator allocator, long mostBytes) {
    this.in = in;
    this.allocator = allocator;
    this.mostBytes = mostBytes;
  }

  /** From now on tensors get no memory. */
  void discard() {
    discards = true;
  }

  /** Why the message cannot be taken although it is well formed, or null. */
  @Nullable WeirException failure() {
    return failure;
  }

  /** The elements that follow. */
  List<Following> following() {
    return following;
  }

  /** Gives back all tensors read so far; what follows goes nowhere. */
  void giveBack() {
    allocated.forEach(tensor -> tensor.buffer().release());
    allocated.clear();
    following = following.stream().map(each -> new Following(null, each.byteSize())).toList();
  }

  /** Fails if bytes are left over. */
  void end() {
    if (in.hasRemaining()) {
      throw WeirException.invalidArgument("%d bytes too many", in.remaining());
    }
  }

  boolean flag() {
    need(1);
    byte value = in.get();
    if (value < 0 || value > 1) {
      throw WeirException.invalidArgument("%d is neither yes nor no", value);
    }
    return value == 1;
  }

  int number() {
    need(Integer.BYTES);
    return in.getInt();
  }

  long longNumber() {
    need(Long.BYTES);
    return in.getLong();
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  private byte[] bytes() {
    int length = number();
    need(length);
    byte[] read = new byte[length];
    in.get(read);
    return read;
  }

  /** How many of something follow, each of which takes some bytes. */
  int count() {
    int count = number();
    if (count < 0 || count > MAX_ITEMS || count > in.remaining()) {
      throw WeirException.invalidArgument("%d things cannot follow", count);
    }
    return count;
  }

  List<String> texts() {
    int count = count();
    if (count == 0) {
      return List.of();
    }
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(text());
    }
    return texts;
  }

  List<NamedTensor> named() {
    int count = count();
    if (count == 0) {
      return List.of();
    }
    List<NamedTensor> tensors = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = text();
      tensors.add(new NamedTensor(name, tensor()));
    }
    return tensors;
  }

  Tensor tensor() {
    need(2);
    DType dtype = DType.ofNumber(in.get());
    Shape shape = shape(in.get() & 0xff);
    if (dtype.isObject()) {
      return objects(dtype, shape);
    }
    return elements(dtype, shape, dtype.byteSize(shape));
  }

  /** A tensor in compressed form; what it stands for is known when all of it has come. */
  PackedIn packedTensor() {
    need(2);
    DType dtype = DType.ofNumber(in.get());
    Shape shape = shape(in.get() & 0xff);
    long unpackedSize = longNumber();
    long size = longNumber();
    PackedIn.check(dtype, shape, unpackedSize, size);
    reserve(unpackedSize);
    PackedIn read =
        new PackedIn(dtype, shape, unpackedSize, elements(DType.UINT8, Shape.of(size), size));
    packed = read;
    return read;
  }

  /** The compressed tensor that was read, if one was and it is wanted. */
  @Nullable PackedIn packed() {
    return discards ? null : packed;
  }

  private Tensor elements(DType dtype, Shape shape, long size) {
    boolean follows = flag();
    if (!follows) {
      need(size);
    } else if (size == 0) {
      throw WeirException.invalidArgument("no bytes of %s%s can follow", dtype, shape);
    }
    Tensor tensor = allocate(dtype, shape, size);
    if (follows) {
      follow(new Following(tensor == NONE ? null : tensor, size));
    } else if (tensor == NONE) {
      in.position(in.position() + (int) size);
    } else {
      int end = in.position() + (int) size;
      int limit = in.limit();
      tensor.buffer().copyFromByteBuffer(in.limit(end), 0);
      in.limit(limit).position(end);
      BooleanElements.check(tensor);
      tensor.freeze();
    }
    return tensor;
  }

  private Shape shape(int rank) {
    if (rank > MAX_RANK) {
      throw WeirException.invalidArgument("a tensor has at most %d dimensions", MAX_RANK);
    }
    if (rank == 0) {
      return Shape.scalar();
    }
    need((long) rank * Long.BYTES);
    long[] sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      sizes[i] = in.getLong();
      if (sizes[i] < 0) {
        throw WeirException.invalidArgument("a dimension of a tensor has the size %d", sizes[i]);
      }
    }
    return Shape.of(sizes);
  }

  private Tensor objects(DType dtype, Shape shape) {
    byte[] message = bytes();
    Tensor tensor = discards ? NONE : TensorFiles.fromBinary(message, EXPANSION);
    if (!discards) {
      checkAnnounced(dtype, shape, tensor);
    }
    return tensor;
  }

  static void checkAnnounced(DType dtype, Shape shape, Tensor came) {
    if (came.dtype() != dtype || !came.shape().equals(shape)) {
      throw WeirException.invalidArgument(
          "%s%s was announced, and %s%s came", dtype, shape, came.dtype(), came.shape());
    }
  }

  private void reserve(long size) {
    if (size <= mostBytes - bytes) {
      bytes += size;
    } else {
      refuse(
          new WeirException(
              ErrorCode.RESOURCE_EXHAUSTED,
              "a message of more than "
                  + ByteSize.format(size)
                  + " came; the most is "
                  + ByteSize.format(mostBytes)));
    }
  }

  private Tensor allocate(DType dtype, Shape shape, long size) {
    reserve(size);
    if (discards) {
      return NONE;
    }
    try {
      Tensor tensor = Tensor.allocate(allocator, dtype, shape, "a received tensor");
      allocated.add(tensor);
      return tensor;
    } catch (WeirException e) {
      refuse(e);
      return NONE;
    }
  }

  private void refuse(WeirException because) {
    if (failure == null) {
      failure = because;
      discards = true;
      giveBack();
    }
  }

  private void follow(Following next) {
    if (following.isEmpty()) {
      following = new ArrayList<>();
    }
    following.add(next);
  }

  private void need(long count) {
    if (count < 0 || count > in.remaining()) {
      throw WeirException.invalidArgument(
          "%d bytes are said to follow, and %d do", count, in.remaining());
    }
  }
}
