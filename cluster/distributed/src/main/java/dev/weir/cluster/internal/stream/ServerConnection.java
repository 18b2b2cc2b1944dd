package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.rpc.StreamCodec;
import dev.weir.cluster.internal.transport.CertificateRoles;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a connection that answers. */
final class ServerConnection extends Connection {
  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);
  private static final int MAX_CALLS = 1 << 16;

  /** A connection that ends with one of these codes is logged. */
  private static final Set<ErrorCode> PEERS_FAULT =
      Set.of(ErrorCode.INVALID_ARGUMENT, ErrorCode.DEADLINE_EXCEEDED, ErrorCode.RESOURCE_EXHAUSTED);

  /** While more compressed bytes are queued, values are sent uncompressed, queued as references. */
  static final long MOST_PACKED = 64 << 20;

  private final StreamServer server;
  private final SocketAddress peer;
  private final Map<Long, Running> running = new ConcurrentHashMap<>();
  private final AtomicInteger unsentFailures = new AtomicInteger();
  private final AtomicLong unsentPacked = new AtomicLong();
  private final long openedNanos = System.nanoTime();
  private CertificateRoles roles = CertificateRoles.ANY;
  private boolean admitted;
  private boolean refused;

  /** A call that is answered. */
  private static final class Running {
    final CompletableFuture<?> future;
    volatile boolean unwanted;
    volatile @Nullable OutgoingMessage answer;

    Running(CompletableFuture<?> future) {
      this.future = future;
    }
  }

  /**
   * A connection that was accepted.
   *
   * @param mayLeaveTls whether the caller may ask to go on without TLS
   */
  ServerConnection(
      StreamServer server, SocketChannel channel, SocketAddress peer, boolean mayLeaveTls)
      throws IOException {
    super(
        server.loop(),
        channel,
        server.engine(),
        mayLeaveTls,
        server.handshakes(),
        server.options(),
        server.traffic());
    this.server = server;
    this.peer = peer;
  }

  @Override
  void secured() {
    SSLSession session = tlsSession();
    if (session != null) {
      roles = CertificateRoles.ofPeer(session);
    }
  }

  @Override
  void paused(boolean isPaused) {
    server.paused(this, isPaused && !hasEnded());
  }

  private @Nullable WeirException forbidden(Rpc<?, ?> rpc) {
    try {
      switch (rpc.caller()) {
        case CLIENT -> roles.checkClient(rpc.name());
        case TASK -> roles.checkTask(rpc.name());
        case ANY -> {}
      }
      return null;
    } catch (WeirException e) {
      return e;
    }
  }

  @Override
  public void hello(MessageIn in) {
    int version = in.number();
    long key = in.longNumber();
    String proof = in.text();
    boolean asksToLeaveTls = version == Frames.VERSION && in.flag();
    WeirException refusal = null;
    if (version != Frames.VERSION) {
      refusal =
          WeirException.failedPrecondition(
              "this task speaks version %d of streams, not %d", Frames.VERSION, version);
    } else if (!server.hasKey(key)) {
      refusal =
          new WeirException(
              ErrorCode.UNAVAILABLE,
              "wrong key: another task was expected here (was it restarted?)");
    } else if (!isAllowed(proof)) {
      refusal =
          new WeirException(
              ErrorCode.UNAUTHENTICATED,
              "the connection is refused: the caller presents "
                  + (proof.isEmpty() ? "no token" : "a wrong token")
                  + "; give every task and client of the cluster the same token");
    }
    HandoverChannel leaving = refusal == null && asksToLeaveTls ? handover() : null;
    if (leaving != null) {
      leaving.receivePlain();
      leaving.sendPlainAfterWelcome();
    }
    send(ControlFrame.welcome(refusal, leaving != null));
    if (refusal != null) {
      refuse(refusal);
      refused = true;
      throw refusal;
    }
    admitted = true;
    server.admitted(this);
    widen();
  }

  private void refuse(WeirException why) {
    server.refusals().add("a stream", peer, String.valueOf(why.getMessage()));
  }

  private boolean isAllowed(String proof) {
    Token wanted = server.token();
    return wanted == null || wanted.accepts(proof, word -> StreamToken.proof(word, server.key()));
  }

  @Override
  void checkTime(long nowNanos) {
    Duration limit = server.options().limits().admission();
    if (!admitted && nowNanos - openedNanos > limit.toNanos()) {
      throw WeirException.invalidArgument("no handshake within %d ms", limit.toMillis());
    }
  }

  @Override
  public @Nullable IncomingMessage message(byte kind, Rpc<?, ?> rpc, long call, MessageIn in) {
    if (kind != Frames.REQUEST) {
      throw WeirException.invalidArgument(
          "a response to %s came on a connection that only receives calls", rpc.name());
    }
    if (unsentFailures.get() >= MAX_CALLS) {
      throw WeirException.invalidArgument("%d failures are unread by the client", MAX_CALLS);
    }
    Duration limit = Duration.ofNanos(Math.max(0, in.longNumber()));
    return request(rpc, call, limit, in);
  }

  private <Q, R extends @Nullable Object> IncomingMessage request(
      Rpc<Q, R> rpc, long call, Duration limit, MessageIn in) {
    StreamCodec<Q> codec = rpc.stream().request();
    Q request = in.read(codec);
    return new IncomingMessage(in) {
      @Override
      void completed() {
        serve(rpc, call, in.complete(request, codec), limit, in);
      }

      @Override
      void dropped() {}
    };
  }

  private <Q, R extends @Nullable Object> void serve(
      Rpc<Q, R> rpc, long call, Q request, Duration limit, MessageIn in) {
    WeirException failure = in.failure();
    if (failure == null && !roles.equals(CertificateRoles.ANY)) {
      failure = forbidden(rpc);
    }
    if (failure == null && running.size() >= MAX_CALLS) {
      failure =
          new WeirException(
              ErrorCode.RESOURCE_EXHAUSTED, "more than " + MAX_CALLS + " calls are in flight");
    }
    if (failure == null && !server.begin(rpc)) {
      failure =
          new WeirException(
              ErrorCode.UNAVAILABLE, "the task is shutting down and accepts no more calls");
    }
    if (failure != null) {
      in.giveBack();
      if (failure.code() != ErrorCode.UNAVAILABLE) { // not logged for each call during shutdown
        refuse(failure);
      }
      fail(call, failure);
      return;
    }
    CompletableFuture<R> future;
    try {
      future = server.port(rpc).call(rpc, request, limit);
    } catch (RuntimeException e) {
      future = CompletableFuture.failedFuture(e);
    } finally {
      in.giveBack();
    }
    Running now = new Running(future);
    running.put(call, now);
    var unused = future.whenComplete((value, error) -> finish(rpc, call, now, value, error));
  }

  private <R extends @Nullable Object> void finish(
      Rpc<?, R> rpc, long call, Running now, R value, @Nullable Throwable error) {
    if (error != null) {
      over(call);
      fail(call, RpcFailures.of(error));
      return;
    }
    if (value instanceof ReceivedTensor received && received.compresses()) {
      sendPacked(call, now, received);
    } else {
      send(now, answer(rpc, call, value));
    }
  }

  private <R extends @Nullable Object> Answer answer(Rpc<?, R> rpc, long call, R value) {
    StreamCodec<R> codec = rpc.stream().response();
    return new Answer(rpc, call, TensorCarrier.tensorsOf(value), out -> codec.write(value, out));
  }

  private void send(Running now, Answer answer) {
    now.answer = answer;
    if (now.unwanted) {
      answer.withdraw();
    }
    send(answer);
  }

  /** Sends a value in compressed form if that is smaller and there is memory for it. */
  private void sendPacked(long call, Running now, ReceivedTensor received) {
    Tensor tensor = received.tensor();
    if (tensor == null) {
      send(now, answer(Rpcs.RECV_TENSOR, call, received));
      return;
    }
    long bytes = tensor.dtype().isObject() ? Long.MAX_VALUE : tensor.byteSize();
    CompressionPool.run(
        bytes,
        () -> {
          CompressedOut packed = now.unwanted || hasEnded() ? null : packed(tensor);
          if (packed == null) {
            send(now, answer(Rpcs.RECV_TENSOR, call, received));
          } else {
            tensor.buffer().release();
            send(now, new PackedAnswer(call, packed));
          }
        });
  }

  private @Nullable CompressedOut packed(Tensor tensor) {
    if (unsentPacked.get() > MOST_PACKED) {
      return null;
    }
    try {
      return CompressedOut.of(tensor, server.options().allocator());
    } catch (WeirException e) {
      LOG.debug("a value goes as it is, not compressed", e);
      return null;
    }
  }

  private void fail(long call, WeirException failure) {
    unsentFailures.incrementAndGet();
    send(ControlFrame.error(call, failure, unsentFailures::decrementAndGet));
  }

  private void over(long call) {
    running.remove(call);
    server.ended();
  }

  /** What a call gave. */
  private class Answer extends OutgoingTensors {
    private final Consumer<MessageOut> body;

    Answer(Rpc<?, ?> rpc, long call, List<Tensor> held, Consumer<MessageOut> body) {
      super(Frames.ANSWER, rpc.stream().number(), call, held);
      this.body = body;
    }

    @Override
    void write(MessageOut out) {
      body.accept(out);
    }

    @Override
    void released() {
      over(call());
    }

    @Override
    void failed(WeirException because) {
      fail(call(), because);
    }
  }

  /** A value in compressed form. */
  private final class PackedAnswer extends Answer {
    private final long bytes;

    PackedAnswer(long call, CompressedOut packed) {
      super(Rpcs.RECV_TENSOR, call, packed.pieces(), out -> write(packed, out));
      bytes = packed.byteSize();
      unsentPacked.addAndGet(bytes);
    }

    /** As {@code StreamCodecs.RECEIVED_TENSOR} reads it: alive, compressed, the tensor. */
    private static void write(CompressedOut packed, MessageOut out) {
      out.flag(true).flag(true).packed(packed);
    }

    @Override
    void released() {
      unsentPacked.addAndGet(-bytes);
      super.released();
    }
  }

  @Override
  public void error(long call, MessageIn in) {
    throw WeirException.invalidArgument(
        "a failure of call %d came on a connection that only receives calls", call);
  }

  @Override
  public void cancel(long call) {
    Running now = running.get(call);
    if (now != null) {
      now.unwanted = true;
      now.future.cancel(true);
      OutgoingMessage answer = now.answer;
      if (answer != null) {
        answer.withdraw();
      }
    }
  }

  @Override
  void ended(WeirException because) {
    if ((PEERS_FAULT.contains(because.code()) || isDamage(because)) && !refused) {
      refuse(because);
    } else if (because.code() == ErrorCode.INTERNAL) {
      LOG.warn("{} closed: {}", this, because.getMessage(), because.getCause());
    }
    running.values().forEach(now -> now.future.cancel(true));
    server.closed(this);
  }

  @Override
  public String toString() {
    return "the stream from " + peer;
  }
}
