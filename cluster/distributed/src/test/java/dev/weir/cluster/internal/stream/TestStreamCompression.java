package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that cross in compressed form: they come out as they were, or not at all. */
@Timeout(60)
final class TestStreamCompression {
  private static final int SIZE = 100_000;

  private StreamPair pair;

  @BeforeEach
  void start() {
    pair = new StreamPair();
  }

  @AfterEach
  void nothingStays() {
    pair.worker.onReceive = request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
    pair.assertAlone();
    pair.close();
  }

  private Tensor cross(Tensor value) {
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(value.retained(), true));
    Tensor came = Loopback.get(pair.receive("k")).tensor();
    assertThat(came).isNotNull();
    assertThat(came.dtype()).isEqualTo(value.dtype());
    assertThat(came.shape()).isEqualTo(value.shape());
    return came;
  }

  /** Bytes of which some repeat: 0 compresses to next to nothing, 256 not at all. */
  private Tensor bytes(long size, int kinds) {
    Random random = new Random(size);
    Tensor tensor = Tensor.allocate(pair.allocator, DType.UINT8, Shape.of(size), "a test");
    for (long i = 0; i < size; i++) {
      tensor.buffer().setByte(i, (byte) (kinds == 0 ? 7 : random.nextInt(kinds)));
    }
    return tensor.freeze();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 4096, 4097, 100_000, 524_288, 524_289, 3_000_001})
  void bytesComeOutAsTheyWere(int size) {
    for (int kinds : new int[] {0, 4, 100, 256}) {
      Tensor value = bytes(size, kinds);
      Tensor came = cross(value);
      assertThat(Buffer.mismatch(value.buffer(), 0, came.buffer(), 0, size)).isEqualTo(-1);
      came.buffer().release();
      value.buffer().release();
    }
  }

  @Test
  void whatRepeatsTakesLittle() {
    Tensor value = bytes(3_000_001, 0);
    CompressedOut packed = CompressedOut.of(value, pair.allocator);
    assertThat(packed).isNotNull();
    assertThat(packed.byteSize()).isLessThan(30_000);
    assertThat(packed.unpackedSize()).isEqualTo(3_000_001);
    packed.pieces().forEach(piece -> piece.buffer().release());
    value.buffer().release();
  }

  @Test
  void whatWouldNotGetSmallerGoesAsItIs() {
    Tensor value = bytes(3_000_001, 256);
    assertThat(CompressedOut.of(value, pair.allocator)).isNull();
    value.buffer().release();
  }

  @Test
  void stringsComeOutAsTheyWere() {
    byte[] word = "again and ".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    Tensor came = cross(Tensors.ofStrings(Shape.of(3), word, new byte[0], word));
    assertThat(came.getBytes(0)).isEqualTo(word);
    assertThat(came.getBytes(1)).isEmpty();
    assertThat(came.getBytes(2)).isEqualTo(word);
  }

  @Test
  void deadValuesAreDead() {
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(null, true));
    assertThat(Loopback.get(pair.receive("k")).tensor()).isNull();
  }

  @Test
  void unwantedResponsesAreReleased() {
    Tensor value = bytes(3_000_001, 4);
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(value.retained(), true));
    for (int i = 0; i < 20; i++) {
      CompletableFuture<ReceivedTensor> call = pair.receive("k");
      if (i % 2 == 1 || !call.cancel(true)) {
        Loopback.get(call).release();
      }
    }
    value.buffer().release();
  }

  @Test
  void aSlowReaderCostsTheSenderABoundedAmount() throws IOException {
    int size = 12 << 20;
    Tensor value = bytes(size, 128); // seven bits of eight
    long shared = pair.inUse();
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(value.retained(), true));
    try (RawStream slow = RawStream.welcomeTo(pair.server)) {
      int calls = 16;
      for (int i = 0; i < calls; i++) {
        slow.request(Rpcs.RECV_TENSOR, i, out -> out.number(1L).text("k").number(0L));
      }
      long most = ServerConnection.MOST_PACKED + 4L * size; // some threads had begun before
      StreamPair.await(() -> pair.inUse() > shared + ServerConnection.MOST_PACKED);
      for (int answered = 0; answered < calls; ) {
        assertThat(pair.inUse()).isLessThan(shared + most);
        RawStream.Frame frame = slow.read();
        assertThat(frame).isNotNull();
        answered += frame.kind() == Frames.ANSWER ? 1 : 0;
      }
    } finally {
      value.buffer().release();
    }
  }

  @Test
  void valuesBeyondTheLimitAreRefused() {
    Tensor value = bytes(StreamPair.MOST_BYTES + 1, 0);
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(value.retained(), true));
    WeirException failure = Loopback.failure(pair.receive("k"));
    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    value.buffer().release();
  }

  private static byte[] deflated(int size) {
    byte[] value = new byte[size];
    for (int i = 0; i < size; i++) {
      value[i] = (byte) (i % 100 / 10);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(value);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  /** What a call gives that is answered with these bytes. */
  private CompletableFuture<ReceivedTensor> answered(DType dtype, long size, byte[] packed)
      throws IOException {
    return answered(dtype, size, size, packed.length, packed);
  }

  private CompletableFuture<ReceivedTensor> answered(
      DType dtype, long dimension, long size, long packedSize, byte[] packed) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      StreamAddress address = new StreamAddress(socket.getLocalPort(), 1);
      var connecting = pair.streams.connect("localhost", address, "liar");
      try (RawStream liar = RawStream.of(socket.accept())) {
        liar.read(Frames.HELLO);
        liar.welcome(Frames.VERSION);
        CompletableFuture<ReceivedTensor> call = StreamPair.receive(Loopback.get(connecting), "k");
        long number = liar.read(Frames.REQUEST).call();
        ByteBuffer body = ByteBuffer.allocate(29).order(ByteOrder.LITTLE_ENDIAN);
        body.put((byte) 1).put((byte) 1).put((byte) dtype.number()).put((byte) 1);
        body.putLong(dimension).putLong(size).putLong(packedSize).put((byte) 1);
        liar.header(body.position(), Frames.ANSWER, Rpcs.RECV_TENSOR, number);
        liar.write(body.array());
        if (packed.length > 0) {
          liar.chunk(number, packed);
        }
        call.handle((value, failure) -> true).orTimeout(20, TimeUnit.SECONDS).join();
        return call;
      }
    }
  }

  @Test
  void whatIsRightIsTaken() throws IOException {
    Tensor came = Loopback.get(answered(DType.UINT8, SIZE, deflated(SIZE))).tensor();
    assertThat(came).isNotNull();
    assertThat(came.buffer().getByte(55)).isEqualTo((byte) 5);
    came.buffer().release();
  }

  private static void assertDamaged(CompletableFuture<ReceivedTensor> call, String how) {
    WeirException failure = Loopback.failure(call);
    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure)
        .hasMessageStartingWith("liar: the compressed elements of uint8[")
        .hasMessageContaining("are damaged: ")
        .hasMessageContaining(how);
  }

  @Test
  void bytesThatEndTooSoon() throws IOException {
    byte[] whole = deflated(SIZE);
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    assertDamaged(answered(DType.UINT8, SIZE, half), "of 100000 bytes");
    byte[] almost = Arrays.copyOf(whole, whole.length - 1);
    assertDamaged(answered(DType.UINT8, SIZE, almost), "they end after 100000 of 100000 bytes");
  }

  @Test
  void bytesThatChanged() throws IOException {
    byte[] damaged = deflated(SIZE);
    damaged[damaged.length - 2] ^= 1; // of the checksum
    assertDamaged(answered(DType.UINT8, SIZE, damaged), "incorrect data check");
    assertDamaged(answered(DType.UINT8, SIZE, new byte[500]), "unknown compression method");
  }

  @Test
  void bytesAfterTheEnd() throws IOException {
    byte[] whole = deflated(SIZE);
    byte[] more = Arrays.copyOf(whole, whole.length + 1);
    assertDamaged(answered(DType.UINT8, SIZE, more), "of " + more.length);
  }

  @Test
  void moreOrFewerThanWereAnnounced() throws IOException {
    assertDamaged(
        answered(DType.UINT8, SIZE, deflated(SIZE + 1)), "more than 100000 bytes come out");
    assertDamaged(answered(DType.UINT8, SIZE, deflated(SIZE - 1)), "99999 of 100000 bytes");
  }

  @Test
  void booleansThatAreNone() throws IOException {
    WeirException failure = Loopback.failure(answered(DType.BOOL, SIZE, deflated(SIZE)));
    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(failure).hasMessageContaining("bool elements must be 0 or 1");
  }

  @Test
  void stringsThatAreNone() throws IOException {
    WeirException failure = Loopback.failure(answered(DType.STRING, SIZE, deflated(SIZE)));
    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  /** Memory is not even taken for what cannot be. */
  @Test
  void sizesThatCannotBe() throws IOException {
    for (long[] sizes :
        List.of(
            new long[] {SIZE, SIZE + 1, 500}, // not the size of the shape
            new long[] {SIZE, SIZE, SIZE}, // not smaller
            new long[] {SIZE, SIZE, 0},
            new long[] {SIZE, SIZE, -5},
            new long[] {1L << 30, 1L << 30, 1000})) { // smaller than anything gets
      WeirException failure =
          Loopback.failure(answered(DType.UINT8, sizes[0], sizes[1], sizes[2], new byte[0]));
      assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(failure)
          .hasMessage(
              "liar: %d bytes of uint8[%d] cannot have been compressed to %d",
              sizes[1], sizes[0], sizes[2]);
    }
  }
}
