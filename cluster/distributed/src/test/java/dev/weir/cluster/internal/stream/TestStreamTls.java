package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.stream.DamagingRelay.Damage;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams with certificates: what is encrypted, and which peers are rejected. */
@Timeout(60)
final class TestStreamTls {
  @TempDir private static Path folder;
  private static TlsIdentity member;
  private static TlsIdentity stranger;

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final StreamOptions options =
      StreamOptions.on(allocator).toBuilder().local(false).limits(StreamPair.PATIENT).build();
  private final FakeWorker worker = new FakeWorker();
  private StreamServer server;
  private StreamClient streams;

  @BeforeAll
  static void makeCertificates() throws Exception {
    MadeCertificates made = new MadeCertificates(folder);
    member = made.member().identity();
    stranger = made.stranger().identity();
  }

  @BeforeEach
  void start() {
    server = StreamServer.start("localhost", worker, new FakeMaster(), options, null, member);
    streams = streams(member);
  }

  private StreamClient streams(@Nullable TlsIdentity identity) {
    return new StreamClient(options, null, identity, Loopback.LIMIT);
  }

  @AfterEach
  void stop() {
    streams.close();
    server.close();
    assertThat(server.connections()).isZero();
    Leaks.assertInUse(allocator, 0);
  }

  private ClientConnection connect() {
    return Loopback.get(streams.connect("localhost", server.address(), "the server"));
  }

  /** A trusted peer is still served, and there is no other connection. */
  private void assertServes() {
    ClientConnection calling = connect();
    Loopback.get(StreamPair.receive(calling, "k")).release();
    StreamPair.await(() -> server.connections() == 1);
  }

  @Test
  void valuesOfAllSizesCrossBothWays() {
    worker.onRunGraph =
        request ->
            CompletableFuture.completedFuture(
                new StepResult(
                    request.sends().stream()
                        .map(each -> new NamedValue(each.name(), each.value().retained()))
                        .toList(),
                    List.of()));
    ClientConnection calling = connect();
    for (int size : new int[] {1, 100, 16_383, 16_385, 70_000, 524_288, 524_289, 20_000_003}) {
      Tensor sent = Tensor.allocate(allocator, DType.UINT8, Shape.of(size), "a test");
      for (int i = 0; i < size; i += 1 + size / 1000) {
        sent.buffer().setByte(i, (byte) (i * 31));
      }
      Tensor kept = sent.freeze().retained();
      StepResult result = Loopback.get(StreamPair.runGraph(calling, sent));
      Tensor came = result.values().getFirst().value();
      assertThat(Buffer.mismatch(kept.buffer(), 0, came.buffer(), 0, size)).isEqualTo(-1);
      result.release();
      kept.buffer().release();
    }
    assertThat(calling.tlsSession()).isNotNull();
    assertThat(calling.tlsSession().getProtocol()).isEqualTo("TLSv1.3");
    assertThat(calling.tlsSession().getCipherSuite()).isEqualTo("TLS_AES_128_GCM_SHA256");
  }

  @Test
  void manyCallsAtOnceOfAllSizes() {
    Tensor large = StreamPair.tensor(allocator, 3 << 20);
    worker.onReceive =
        request ->
            CompletableFuture.completedFuture(
                request.key().equals("large")
                    ? new ReceivedTensor(large.retained())
                    : new ReceivedTensor(Tensors.scalar(1f)));
    ClientConnection calling = connect();
    List<CompletableFuture<ReceivedTensor>> calls = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      calls.add(StreamPair.receive(calling, i % 25 == 0 ? "large" : "small"));
    }
    for (CompletableFuture<ReceivedTensor> call : calls) {
      Loopback.get(call).release();
    }
    large.buffer().release();
  }

  @Test
  void strangersAreNotServed() {
    try (CapturedLog log = new CapturedLog();
        StreamClient theirs = streams(stranger)) {
      WeirException refusal =
          Loopback.failure(theirs.connect("localhost", server.address(), "the server"));
      assertThat(refusal.code())
          .isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.UNAVAILABLE, ErrorCode.UNAUTHENTICATED);
      StreamPair.await(() -> !log.lines().isEmpty());
      assertThat(log.lines()).first().asString().contains("refused: TLS handshake failed");
    }
    assertServes();
  }

  @Test
  void plainBytesAreRefused() throws IOException {
    try (CapturedLog log = new CapturedLog();
        RawStream plain = RawStream.to(server.address().port())) {
      plain.greet(Frames.VERSION, server.address().key(), "");
      assertThat(plain.readToTheEnd().length).isLessThan(64); // an alert at most
      StreamPair.await(() -> !log.lines().isEmpty());
      assertThat(log.lines()).singleElement().asString().contains("TLS handshake failed");
    }
    assertServes();
  }

  @Test
  void callersWithoutTlsAreRefused() {
    try (StreamClient plain = streams(null)) {
      WeirException refusal =
          Loopback.failure(plain.connect("localhost", server.address(), "the server"));
      assertThat(refusal.code()).isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.UNAVAILABLE);
    }
    assertServes();
  }

  private Socket socket() throws IOException {
    return socket(server);
  }

  private static Socket socket(StreamServer to) throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), to.address().port());
    socket.setSoTimeout((int) Loopback.LIMIT.toMillis());
    return socket;
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      socket.getInputStream().transferTo(new ByteArrayOutputStream());
      return true;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  @Test
  void halfAHandshakeIsGivenUp() throws IOException {
    Duration soon = Duration.ofMillis(200);
    StreamOptions hasty =
        options.toBuilder().limits(StreamLimits.DEFAULT.withAdmission(soon)).build();
    try (StreamServer impatient =
            StreamServer.start("localhost", worker, new FakeMaster(), hasty, null, member);
        Socket half = socket(impatient);
        Socket silent = socket(impatient)) {
      half.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1}); // begins a hello
      assertThat(isClosed(half)).isTrue();
      assertThat(isClosed(silent)).isTrue();
      StreamPair.await(() -> impatient.connections() == 0);
    }
    assertServes();
  }

  /** The other end trusts everybody, and shows nothing. */
  private static SSLSocket anonymous(Socket over) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Trusting()}, null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(over, "localhost", 1, true);
    socket.setUseClientMode(true);
    return socket;
  }

  private static final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void callersWithoutACertificateAreRefused() throws Exception {
    try (CapturedLog log = new CapturedLog();
        SSLSocket anonymous = anonymous(socket())) {
      try {
        anonymous.startHandshake();
        anonymous.getInputStream().transferTo(new ByteArrayOutputStream());
      } catch (SSLException | SocketException e) {
        assertThat(e).isNotNull(); // TLS 1.3 tells it with the first bytes that are read
      }
      StreamPair.await(() -> !log.lines().isEmpty());
      assertThat(log.lines()).singleElement().asString().contains("TLS handshake failed");
    }
    assertServes();
  }

  @Test
  void olderVersionsOfTlsAreRefused() throws Exception {
    try (SSLSocket old = anonymous(socket())) {
      old.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(old::startHandshake).isInstanceOf(IOException.class);
    }
    assertServes();
  }

  /**
   * A connection that is cut, without a goodbye, in the middle of a message: nothing of it counts.
   */
  @Test
  void truncatedConnectionsEndTheirCalls() {
    CompletableFuture<ReceivedTensor> never = new CompletableFuture<>();
    worker.onReceive = request -> never;
    ClientConnection calling = connect();
    CompletableFuture<ReceivedTensor> call = StreamPair.receive(calling, "k");
    StreamPair.await(() -> server.connections() == 1);
    server.close();
    WeirException failure = Loopback.failure(call);
    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    server = StreamServer.start("localhost", worker, new FakeMaster(), options, null, member);
  }

  @Test
  void peersGetLargeBuffersWhenTheyAreAdmitted() throws IOException {
    connect();
    StreamPair.await(() -> server.bufferBytes() > 128 << 10); // it has been admitted
    long one = server.bufferBytes();
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      silent.add(socket());
    }
    StreamPair.await(() -> server.connections() == 21);
    assertThat(server.bufferBytes()).isLessThan(one + 20 * (56 << 10));
    for (Socket socket : silent) {
      socket.close();
    }
    StreamPair.await(() -> server.connections() == 1);
  }

  /** How a call fails of whose bytes one is damaged after the handshake. */
  private WeirException failureOf(Damage damage, String logged) throws IOException {
    Tensor large = StreamPair.tensor(allocator, 1 << 20);
    worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
    worker.onRunGraph =
        request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
    try (CapturedLog log = new CapturedLog();
        DamagingRelay relay = new DamagingRelay(server.address().port(), damage)) {
      StreamAddress at = new StreamAddress(relay.port(), server.address().key());
      ClientConnection calling = Loopback.get(streams.connect("localhost", at, "ps:2222"));
      CompletableFuture<?> call =
          damage.fromServer()
              ? StreamPair.receive(calling, "k")
              : StreamPair.runGraph(calling, large.retained());
      WeirException failure = Loopback.failure(call);
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(calling.hasEnded()).isTrue();
      StreamPair.await(() -> server.connections() == 0);
      StreamPair.await(() -> log.lines().stream().anyMatch(line -> line.contains(logged)));
      assertThat(log.lines()).hasSizeLessThanOrEqualTo(2); // of either end
      assertThat(log.stackTraces()).isZero();
      return failure;
    } finally {
      large.buffer().release();
      worker.onReceive = request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
    }
  }

  @Test
  void damagedRecordsEndTheConnection() throws IOException {
    int behindTheHandshake = 500_000;
    assertThat(
            failureOf(Damage.ofAnswers(behindTheHandshake), "the stream to ps:2222: TLS failed: "))
        .hasMessageStartingWith("ps:2222: TLS failed: ")
        .hasMessageEndingWith("; the connection is closed, and the next call opens another");
    failureOf(Damage.ofRequests(behindTheHandshake), "refused: TLS failed: ");
    assertServes();
  }

  private static SSLSocket secured(Socket over) throws IOException {
    return (SSLSocket)
        member.current().context().getSocketFactory().createSocket(over, "localhost", 1, true);
  }

  /** As after a length that was damaged: no thread waits forever for the rest of the record. */
  @Test
  void recordsWithoutAnEndAreGivenUp() throws IOException {
    StreamLimits limits = StreamPair.PATIENT.withProgress(Duration.ofMillis(200));
    try (CapturedLog log = new CapturedLog();
        StreamServer impatient =
            StreamServer.start(
                "localhost",
                worker,
                new FakeMaster(),
                options.toBuilder().limits(limits).build(),
                null,
                member);
        Socket socket = socket(impatient);
        RawStream peer = RawStream.of(secured(socket))) {
      peer.greet(Frames.VERSION, impatient.address().key(), "").read(Frames.HELLO);
      socket.getOutputStream().write(new byte[] {23, 3, 3, 0x10, 0, 1, 2, 3});
      StreamPair.await(() -> impatient.connections() == 0);
      assertThat(log.lines()).singleElement().asString().contains("progress for 200 ms");
    }
  }

  @Test
  void unreadResponsesAreAbandoned() throws IOException {
    StreamLimits limits = StreamPair.PATIENT.withProgress(Duration.ofMillis(200));
    Tensor large = StreamPair.tensor(allocator, 48 << 20);
    worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
    try (StreamServer impatient =
            StreamServer.start(
                "localhost",
                worker,
                new FakeMaster(),
                options.toBuilder().limits(limits).build(),
                null,
                member);
        RawStream stopped = RawStream.of(secured(socket(impatient)))) {
      stopped.greet(Frames.VERSION, impatient.address().key(), "").read(Frames.HELLO);
      stopped.request(Rpcs.RECV_TENSOR, 1, out -> out.number(1L).text("k").number(0L));
      stopped.read(Frames.CHUNK);
      StreamPair.await(() -> impatient.connections() == 0);
    }
    large.buffer().release();
  }
}
