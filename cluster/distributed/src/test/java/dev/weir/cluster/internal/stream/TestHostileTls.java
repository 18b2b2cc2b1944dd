package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at a streams port with TLS: they cost those who belong there next to nothing. */
@Timeout(60)
final class TestHostileTls {
  /** A warning that the JDK passes over, as often as it comes. */
  private static final byte[] ALERT = {21, 3, 3, 0, 2, 1, 90};

  private static final Duration FOREVER = Duration.ofMinutes(10);

  @TempDir private static Path folder;
  private static TlsIdentity member;

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final FakeWorker worker = new FakeWorker();
  private final CountDownLatch released = new CountDownLatch(1);
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void makeCertificates() throws Exception {
    member = new MadeCertificates(folder).member().identity();
  }

  @AfterEach
  void stop() throws Exception {
    released.countDown();
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
    Leaks.assertInUse(allocator, 0);
  }

  private <T extends AutoCloseable> T closedLater(T made) {
    opened.add(made);
    return made;
  }

  private StreamOptions options(StreamLimits limits) {
    return StreamOptions.on(allocator).toBuilder()
        .local(false)
        .limits(limits.withAdmission(FOREVER))
        .build();
  }

  private StreamServer serve(StreamLimits limits, HandshakePool pool) {
    return closedLater(
        StreamServer.start(
            "localhost", worker, new FakeMaster(), options(limits), null, member, pool));
  }

  private ClientConnection connect(StreamServer server) {
    StreamClient streams =
        closedLater(new StreamClient(options(StreamLimits.DEFAULT), null, member, FOREVER));
    return Loopback.get(streams.connect("localhost", server.address(), "the server"));
  }

  private Socket socket(StreamServer server) throws IOException {
    Socket socket =
        closedLater(new Socket(InetAddress.getByName("localhost"), server.address().port()));
    socket.setSoTimeout((int) Loopback.LIMIT.toMillis());
    return socket;
  }

  private static byte[] alerts(int count) {
    byte[] all = new byte[count * ALERT.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = ALERT[i % ALERT.length];
    }
    return all;
  }

  @Test
  void aPeerThatSendsOnlyWarningsIsDisconnected() throws IOException {
    try (CapturedLog log = new CapturedLog()) {
      StreamServer server = serve(StreamLimits.DEFAULT, new HandshakePool());
      Socket flood = socket(server);
      boolean isClosed = false;
      long sent = 0;
      byte[] some = alerts(1000);
      while (!isClosed && sent < 64 << 20) {
        try {
          flood.getOutputStream().write(some);
          sent += some.length;
        } catch (IOException e) {
          isClosed = true;
        }
      }
      assertThat(isClosed).isTrue();
      StreamPair.await(() -> server.connections() == 0);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("TLS handshake failed: more than 131072 bytes received");
      Loopback.get(StreamPair.receive(connect(server), "k")).release();
    }
  }

  /** Even of those who are admitted, so that all have their turn. */
  @Test
  void aReadTakesSomeRecordsOnly() throws IOException {
    try (ServerSocketChannel listening = ServerSocketChannel.open();
        HandshakePool pool = new HandshakePool()) {
      listening.bind(new InetSocketAddress(InetAddress.getByName("localhost"), 0));
      try (Socket peer = new Socket("localhost", listening.socket().getLocalPort());
          SocketChannel taken = listening.accept()) {
        peer.getOutputStream().write(alerts(10 * TlsChannel.TURN));
        peer.shutdownOutput();
        taken.configureBlocking(false);
        TlsChannel channel =
            new TlsChannel(taken, member.serverEngine(), pool, () -> {}, () -> {}, () -> {});
        channel.widen();
        ByteBuffer target = ByteBuffer.allocate(100);
        int interrupted = 0;
        while (channel.read(target) >= 0) {
          interrupted += channel.hasInput() ? 1 : 0;
        }
        assertThat(interrupted).isPositive();
      }
    }
  }

  /** The first message of a handshake. */
  private static byte[] hello() throws SSLException {
    SSLEngine engine = member.clientEngine("localhost", 1);
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), out);
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);
    return bytes;
  }

  /** A pool whose only thread does something else. */
  private HandshakePool busy() throws IOException {
    HandshakePool pool = new HandshakePool(1);
    occupy(pool);
    return pool;
  }

  private void occupy(HandshakePool pool) throws IOException {
    CountDownLatch begun = new CountDownLatch(1);
    pool.run(
        () -> {
          begun.countDown();
          await(released);
        });
    await(begun);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void othersWaitToBeAcceptedWhileManyHandshakesAreUnderWay() throws IOException {
    HandshakePool pool = new HandshakePool(1);
    StreamServer server = serve(StreamLimits.DEFAULT, pool);
    ClientConnection calling = connect(server);
    occupy(pool);
    for (int i = 1; i <= StreamServer.MOST_HANDSHAKES; i++) {
      int waiting = i;
      socket(server).getOutputStream().write(hello());
      StreamPair.await(() -> pool.waiting() == waiting);
    }
    Socket late = socket(server);
    late.getOutputStream().write(hello());
    Tensor value = StreamPair.tensor(allocator, 1 << 20);
    worker.onReceive =
        request ->
            CompletableFuture.completedFuture(
                new ReceivedTensor(value.retained(), request.key().equals("compressed")));
    for (int i = 0; i < 10; i++) { // the loop comes round, and compression has other threads
      Loopback.get(StreamPair.receive(calling, "plain")).release();
      Loopback.get(StreamPair.receive(calling, "compressed")).release();
    }
    assertThat(server.connections()).isEqualTo(StreamServer.MOST_HANDSHAKES + 1);
    assertThat(pool.waiting()).isEqualTo(StreamServer.MOST_HANDSHAKES);
    released.countDown();
    assertThat(late.getInputStream().read()).as("begins an answer").isPositive();
    assertThat(server.connections()).isEqualTo(StreamServer.MOST_HANDSHAKES + 2);
    value.buffer().release();
  }

  @Test
  void handshakesOfClosedConnectionsDoNotWait() throws IOException {
    HandshakePool pool = busy();
    int most = 4;
    StreamServer server = serve(StreamLimits.DEFAULT.withConnections(100, most), pool);
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 5 * most; i++) {
      Socket socket = socket(server);
      socket.getOutputStream().write(hello());
      sockets.add(socket);
      int waiting = Math.min(i + 1, most);
      StreamPair.await(() -> pool.waiting() >= waiting);
    }
    for (Socket evicted : sockets.subList(0, 4 * most)) {
      RawStream.of(evicted).readToTheEnd();
    }
    StreamPair.await(() -> pool.waiting() == most);
    assertThat(server.connections()).isEqualTo(most);
  }
}
