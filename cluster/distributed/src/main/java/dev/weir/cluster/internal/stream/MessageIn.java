package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.StreamCodec;
import dev.weir.cluster.internal.rpc.StreamInput;
import dev.weir.cluster.internal.wire.BooleanElements;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.ByteSize;
import dev.weir.tensor.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message. If elements of its tensors follow in frames of their own, it is read twice: the
 * first time no tensor is made, only {@linkplain #payloads what follows} listed; when all of that
 * has arrived, the tensors are made of it. A message that is too large, or that is not wanted, is
 * read to its end without memory for its tensors. Bytes that are no message are an {@link
 * ErrorCode#INVALID_ARGUMENT}. Not thread-safe.
 */
final class MessageIn implements StreamInput {
  private static final int MAX_RANK = 254;
  private static final int MAX_ITEMS = 1 << 20;

  /** What a string tensor may expand to beyond its bytes. */
  static final long EXPANSION = 64L << 20;

  /** A placeholder for a tensor that is not kept; it has no memory. */
  private static final Tensor NONE = Tensor.allocate(DType.STRING, Shape.of(0));

  private final Allocator allocator;
  private final long mostBytes;
  private final List<Tensor> allocated = new ArrayList<>(1);
  private final @Nullable GrowingBuffer owned;
  private @Nullable MemoryAccount strings;
  private ByteBuffer in;
  private String subject = "a tensor";
  private List<IncomingPayload> payloads = List.of();
  private int nextPayload;
  private int bodyAt;
  private long bytes;
  private boolean rereads;
  private boolean discards;
  private @Nullable CompressedIn packed;
  private @Nullable WeirException failure;

  /** A message in a buffer that is used for others afterward. */
  MessageIn(ByteBuffer in, Allocator allocator, long mostBytes) {
    this(in, null, allocator, mostBytes);
  }

  /** A message in memory that it owns. */
  MessageIn(ByteBuffer in, @Nullable GrowingBuffer owned, Allocator allocator, long mostBytes) {
    this.in = in;
    this.owned = owned;
    this.allocator = allocator;
    this.mostBytes = mostBytes;
  }

  /** Reads the rest of the message; if there are payloads, without the tensors. */
  <T extends @Nullable Object> T read(StreamCodec<T> codec) {
    bodyAt = in.position();
    T value = codec.read(this);
    end();
    if (!payloads.isEmpty() && owned == null) {
      byte[] kept = new byte[in.limit() - bodyAt];
      in.get(bodyAt, kept);
      in = ByteBuffer.wrap(kept).order(ByteOrder.LITTLE_ENDIAN);
      bodyAt = 0;
    }
    return value;
  }

  /**
   * The message with its tensors, when all payloads have arrived.
   *
   * @param value what {@link #read} gave
   */
  <T extends @Nullable Object> T complete(T value, StreamCodec<T> codec) {
    if (payloads.isEmpty() || discards) {
      return value;
    }
    rereads = true;
    in.position(bodyAt);
    return codec.read(this);
  }

  /** What errors call tensors without a name. */
  void about(String what) {
    subject = what;
  }

  /** From now on tensors get no memory. */
  void discard() {
    discards = true;
  }

  /** Discards all tensors; the message fails with this error once it is complete. */
  void refuse(WeirException because) {
    if (failure == null) {
      failure = because;
      discards = true;
      giveBack();
    }
  }

  /** Why the message cannot be taken although it is well formed, or null. */
  @Nullable WeirException failure() {
    return failure;
  }

  /** The elements that follow, in this order. */
  List<IncomingPayload> payloads() {
    return payloads;
  }

  /** Gives back all tensors read so far; what follows goes nowhere. */
  void giveBack() {
    allocated.forEach(tensor -> tensor.buffer().release());
    allocated.clear();
    payloads.forEach(IncomingPayload::discard);
  }

  /** The references to all tensors are the caller's from now on. */
  void handOver() {
    allocated.clear();
  }

  /** Gives back the memory of the message itself; it is not read any more. */
  void close() {
    if (owned != null) {
      owned.release();
    }
    if (strings != null) {
      strings.close();
    }
  }

  /** Fails if bytes are left over. */
  private void end() {
    if (in.hasRemaining()) {
      throw WeirException.invalidArgument("%d bytes too many", in.remaining());
    }
  }

  @Override
  public boolean flag() {
    need(1);
    byte value = in.get();
    if (value < 0 || value > 1) {
      throw WeirException.invalidArgument("%d is not a boolean", value);
    }
    return value == 1;
  }

  @Override
  public int number() {
    need(Integer.BYTES);
    return in.getInt();
  }

  @Override
  public long longNumber() {
    need(Long.BYTES);
    return in.getLong();
  }

  @Override
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    int length = number();
    need(length);
    byte[] read = new byte[length];
    in.get(read);
    return read;
  }

  /** How many of something follow, each of which takes some bytes. */
  @Override
  public int count() {
    int count = number();
    if (count < 0 || count > MAX_ITEMS || count > in.remaining()) {
      throw WeirException.invalidArgument("%d items cannot follow", count);
    }
    return count;
  }

  @Override
  public List<String> texts() {
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

  @Override
  public List<NamedValue> named() {
    int count = count();
    if (count == 0) {
      return List.of();
    }
    List<NamedValue> tensors = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = text();
      subject = "tensor \"" + name + "\"";
      tensors.add(new NamedValue(name, tensor()));
    }
    return tensors;
  }

  @Override
  public Tensor tensor() {
    need(2);
    DType dtype = DType.ofNumber(in.get());
    Shape shape = shape(in.get() & 0xff);
    if (dtype.isObject()) {
      return objects(dtype, shape);
    }
    return elements(dtype, shape, dtype.byteSize(shape));
  }

  @Override
  public Tensor compressedTensor() {
    return packedTensor().bytes();
  }

  /** A tensor in compressed form; it can be decompressed once all of it has arrived. */
  private CompressedIn packedTensor() {
    need(2);
    DType dtype = DType.ofNumber(in.get());
    Shape shape = shape(in.get() & 0xff);
    long unpackedSize = longNumber();
    long size = longNumber();
    CompressedIn.check(dtype, shape, unpackedSize, size);
    if (!rereads) {
      reserve(unpackedSize);
    }
    CompressedIn read =
        new CompressedIn(dtype, shape, unpackedSize, elements(DType.UINT8, Shape.of(size), size));
    packed = read;
    return read;
  }

  /** The compressed tensor that was read, if one was and it is wanted. */
  @Nullable CompressedIn packed() {
    return discards ? null : packed;
  }

  private Tensor elements(DType dtype, Shape shape, long size) {
    boolean follows = flag();
    if (!follows) {
      need(size);
    } else if (size == 0) {
      throw WeirException.invalidArgument("no bytes of %s%s can follow", dtype, shape);
    }
    if (!rereads) {
      reserve(size);
    }
    if (follows) {
      return rereads ? arrived(dtype, shape) : follow(size);
    }
    Tensor tensor = makesTensors() ? allocate(dtype, shape) : NONE;
    int end = in.position() + (int) size;
    if (tensor != NONE) {
      int limit = in.limit();
      tensor.buffer().copyFromByteBuffer(in.limit(end), 0);
      in.limit(limit);
      BooleanElements.check(tensor);
      tensor.freeze();
    }
    in.position(end);
    return tensor;
  }

  private boolean makesTensors() {
    return !discards && (rereads || payloads.isEmpty());
  }

  private Tensor follow(long size) {
    if (payloads.isEmpty()) {
      payloads = new ArrayList<>();
      giveBack(); // they are made when all is there
    }
    IncomingPayload payload = new IncomingPayload(subject, size, allocator);
    if (discards) {
      payload.discard();
    }
    payloads.add(payload);
    return NONE;
  }

  private Tensor arrived(DType dtype, Shape shape) {
    Tensor tensor = Tensor.over(dtype, shape, payloads.get(nextPayload++).take());
    allocated.add(tensor);
    BooleanElements.check(tensor);
    return tensor.freeze();
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
    int length = number();
    need(length);
    if (!rereads) {
      reserve(length);
    }
    if (!makesTensors()) {
      in.position(in.position() + length);
      return NONE;
    }
    if (!charge(expanded(length, shape))) {
      in.position(in.position() + length);
      return NONE;
    }
    byte[] message = new byte[length];
    in.get(message);
    Tensor tensor = TensorFiles.fromBinary(message, EXPANSION);
    checkAnnounced(dtype, shape, tensor);
    return tensor;
  }

  /** What a string tensor takes on the heap: its bytes, and a reference for each element. */
  static long expanded(long length, Shape shape) {
    return length + Long.BYTES * Math.min(shape.elements(), EXPANSION);
  }

  /** Puts strings on the allocator's account until the message is closed. */
  private boolean charge(long size) {
    MemoryAccount account = strings;
    if (account == null) {
      account = allocator.account("received strings");
      strings = account;
    }
    try {
      account.charge(size);
      return true;
    } catch (WeirException e) {
      refuse(e);
      return false;
    }
  }

  static void checkAnnounced(DType dtype, Shape shape, Tensor came) {
    if (came.dtype() != dtype || !came.shape().equals(shape)) {
      throw WeirException.invalidArgument(
          "%s%s was announced, but %s%s arrived", dtype, shape, came.dtype(), came.shape());
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
                  + " arrived; the limit is "
                  + ByteSize.format(mostBytes)));
    }
  }

  private Tensor allocate(DType dtype, Shape shape) {
    try {
      Tensor tensor = Tensor.allocate(allocator, dtype, shape, "a received tensor");
      allocated.add(tensor);
      return tensor;
    } catch (WeirException e) {
      refuse(e);
      return NONE;
    }
  }

  private void need(long count) {
    if (count < 0 || count > in.remaining()) {
      throw WeirException.invalidArgument(
          "%d bytes are announced, but %d are left", count, in.remaining());
    }
  }
}
