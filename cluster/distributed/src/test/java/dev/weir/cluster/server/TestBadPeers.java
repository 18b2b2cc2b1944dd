package dev.weir.cluster.server;

import static dev.weir.cluster.server.WatchedTasks.PS;
import static dev.weir.cluster.server.WatchedTasks.WORKER;
import static dev.weir.cluster.server.WatchedTasks.assertWorks;
import static dev.weir.cluster.server.WatchedTasks.freeAddress;
import static dev.weir.cluster.server.WatchedTasks.refusal;
import static dev.weir.cluster.server.WatchedTasks.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.HostPort;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.stream.StreamAddress;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who calls with a wrong token or certificate, with messages that are too large or none at all, or
 * in another language: the task says so in one line, the caller is told in one, and nothing stays.
 */
@Timeout(60)
final class TestBadPeers {
  private static final int LIMIT_MILLIS = 10_000;
  private static final List<String> PROPERTIES =
      List.of("weir.tls.cert", "weir.tls.key", "weir.tls.ca", "weir.token.file");

  private final WatchedTasks tasks = new WatchedTasks();
  private ClusterSpec spec;

  @TempDir private Path folder;

  @BeforeEach
  void choosePorts() throws IOException {
    spec = spec(freeAddress(), freeAddress());
  }

  @AfterEach
  void stop() {
    PROPERTIES.forEach(System::clearProperty);
    tasks.close();
  }

  private static void assertIsOneLine(WeirException error, ErrorCode code, String... parts) {
    assertThat(error.code()).isEqualTo(code);
    assertThat(error).hasMessageContainingAll(parts).hasMessageNotContaining("\n");
  }

  private void showToken(String token) throws IOException {
    Path file = Files.writeString(folder.resolve(token), token);
    System.setProperty("weir.token.file", file.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callerHasAnotherToken(boolean byStreams) throws IOException {
    tasks.grpc = GrpcOptions.builder().security(new Security(null, Token.of("right"))).build();
    tasks.streams = byStreams ? StreamOptions.DEFAULT : StreamOptions.OFF;
    Server worker = tasks.startBoth(spec);
    showToken("right");
    assertWorks(worker);
    tasks.look();

    System.clearProperty("weir.token.file");
    assertIsOneLine(refusal(worker), ErrorCode.UNAUTHENTICATED, "presents no token");
    tasks.assertSaid("from /127.0.0.1", "refused", "the caller presents no token");
    tasks.log.clear();

    showToken("wrong");
    for (int i = 0; i < 5; i++) {
      assertIsOneLine(refusal(worker), ErrorCode.UNAUTHENTICATED, "presents a wrong token");
    }
    tasks.assertSaid(
        "from /127.0.0.1", "refused", "the caller presents a wrong token"); // once, not ten times
    tasks.assertNothingLeft();
    showToken("right");
    assertWorks(worker);
  }

  @Test
  void taskHasAnotherToken() throws IOException {
    tasks.grpc = GrpcOptions.builder().security(new Security(null, Token.of("theirs"))).build();
    tasks.start(PS, spec);
    tasks.grpc = GrpcOptions.DEFAULT;
    Server worker = tasks.start(WORKER, spec);
    tasks.look();

    WeirException error = refusal(worker);

    assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    assertThat(error).hasMessageContainingAll(PS.name(), "handshake", "the same token");
    assertThat(tasks.log.lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("GetStatus from /127.0.0.1", "the caller presents no token"),
            line -> assertThat(line).contains("session refused", PS.name(), "token"));
  }

  private void show(Security.Certificates certificates) {
    System.setProperty("weir.tls.cert", certificates.chain().toString());
    System.setProperty("weir.tls.key", certificates.key().toString());
    System.setProperty("weir.tls.ca", certificates.authority().toString());
  }

  @Test
  void callerHasAnotherCertificateOrNone() throws Exception {
    MadeCertificates made = new MadeCertificates(folder);
    tasks.grpc = GrpcOptions.builder().security(new Security(made.member(), null)).build();
    Server worker = tasks.startBoth(spec);
    show(made.member());
    assertWorks(worker);
    tasks.look();

    show(made.stranger());
    assertIsOneLine(
        refusal(worker), ErrorCode.UNAUTHENTICATED, worker.address() + ": TLS handshake failed");
    tasks.assertSaid(
        "a connection from /127.0.0.1", "refused: TLS handshake failed", "certificate");
    tasks.assertNothingLeft();
    tasks.log.clear();

    PROPERTIES.forEach(System::clearProperty);
    assertIsOneLine(refusal(worker), ErrorCode.UNAVAILABLE, worker.address());
    tasks.assertSaid("a connection from /127.0.0.1", "refused: the client does not use TLS");
    tasks.assertGrpcIsSilent();
    tasks.assertNothingLeft();
    show(made.member());
    assertWorks(worker);
  }

  @Test
  void callerSpeaksTlsToATaskWithoutTls() throws Exception {
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    tasks.look();

    show(new MadeCertificates(folder).member());
    WeirException error = refusal(worker);

    assertThat(error.code()).isIn(ErrorCode.UNAUTHENTICATED, ErrorCode.UNAVAILABLE);
    assertThat(error).hasMessageContaining(worker.address()).hasMessageNotContaining("\n");
    tasks.assertSaid(
        "a connection from /127.0.0.1", "refused: the client uses TLS", "no certificates");
    tasks.assertNothingLeft();
    PROPERTIES.forEach(System::clearProperty);
    assertWorks(worker);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messageIsTooLarge(boolean byStreams) {
    tasks.grpc = GrpcOptions.builder().maxMessageBytes(1 << 16).build();
    tasks.streams =
        byStreams ? StreamOptions.builder().maxMessageBytes(1 << 16).build() : StreamOptions.OFF;
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    tasks.look();
    Graph graph = new Graph();
    Ops ops = Ops.create(graph).withDevice(PS.name());
    Output fed = ops.placeholder(DType.FLOAT32, Shape.of(1 << 20));
    Output twice = ops.math.add(fed, fed);
    Tensor large = Tensors.zeros(DType.FLOAT32, Shape.of(1 << 20));
    try (Session session = Session.connect(worker.target(), graph)) {
      WeirException error =
          catchThrowableOfType(
              WeirException.class, () -> session.runner().feed(fed, large).fetch(twice).run());
      assertIsOneLine(error, ErrorCode.RESOURCE_EXHAUSTED, byStreams ? "64.0 KiB" : "65536");
    } finally {
      large.buffer().release();
    }
    tasks.assertSaid("from /", "refused", byStreams ? "64.0 KiB" : "RunStep", "message");
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  @Test
  void messageIsNone() {
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    tasks.look();
    byte[] garbage = new byte[100];
    Arrays.fill(garbage, (byte) 0xff);
    for (String method : List.of("MasterService/RunStep", "WorkerService/RegisterGraph")) {
      tasks.log.clear();
      StatusRuntimeException error =
          catchThrowableOfType(
              StatusRuntimeException.class, () -> call(spec.address(PS), method, garbage));
      assertThat(error.getStatus().getCode().name()).isEqualTo("INVALID_ARGUMENT");
      assertThat(error.getStatus().getDescription()).isNotBlank().doesNotContain("\n");
      tasks.assertSaid(method.split("/")[1] + " from /127.0.0.1", "refused");
    }
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  private static byte[] call(String address, String method, byte[] request) {
    HostPort at = HostPort.parse(address);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(at.host(), at.port())
            .usePlaintext()
            .directExecutor()
            .build();
    try {
      MethodDescriptor<byte[], byte[]> descriptor =
          MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName("tensorflow." + method)
              .build();
      return ClientCalls.blockingUnaryCall(
          channel,
          descriptor,
          CallOptions.DEFAULT.withDeadlineAfter(LIMIT_MILLIS, TimeUnit.MILLISECONDS),
          request);
    } finally {
      channel.shutdownNow();
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void callerSpeaksHttpOrNothingKnown() throws IOException {
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    tasks.look();

    assertIsHungUpOn(grpcPort(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    tasks.assertSaid(
        "a connection from /127.0.0.1", "the client does not speak gRPC", "GET / HTTP/1.1..");
    tasks.log.clear();
    assertIsHungUpOn(streamPort(worker), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    tasks.assertSaid("a stream from /127.0.0.1", "refused", "does not speak the streams protocol");

    for (int seed = 0; seed < 20; seed++) {
      byte[] garbage = new byte[1 << 12];
      new Random(seed).nextBytes(garbage);
      assertIsHungUpOn(grpcPort(), garbage);
      assertIsHungUpOn(streamPort(worker), garbage);
    }
    assertThat(tasks.log.lines()).as("all that was to say is said").hasSize(1);
    assertThat(tasks.log.stackTraces()).isZero();
    tasks.assertGrpcIsSilent();
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  @Test
  void streamTurnsIntoGarbage() throws IOException {
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    tasks.look();
    StreamAddress at = stream(worker);
    ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    bytes
        .putInt(17)
        .put((byte) 8)
        .put((byte) 0)
        .putShort((short) 0)
        .putLong(0x7761657274532d57L)
        .putInt(0);
    bytes.putInt(5).putLong(at.key()).putInt(0).put((byte) 0); // a good greeting, of this version
    bytes.putInt(1 << 30).put((byte) 99).put((byte) 0).putShort((short) 0).putLong(0).putInt(0);

    assertIsHungUpOn(at.port(), Arrays.copyOf(bytes.array(), bytes.position()));

    tasks.assertSaid("a stream from /127.0.0.1", "refused", "a frame of kind 99");
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  private int grpcPort() {
    return HostPort.parse(spec.address(PS)).port();
  }

  private static StreamAddress stream(Server server) {
    return StreamAddress.of(server.worker().devices().get(0).description()).orElseThrow();
  }

  private static int streamPort(Server server) {
    return stream(server).port();
  }

  private static void assertIsHungUpOn(int port, String sent) throws IOException {
    assertIsHungUpOn(port, sent.getBytes(StandardCharsets.US_ASCII));
  }

  private static void assertIsHungUpOn(int port, byte[] sent) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write(sent);
      InputStream answer = socket.getInputStream();
      while (answer.read() >= 0) {} // until the task hangs up
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset"); // it has hung up before all was sent
    }
  }
}
