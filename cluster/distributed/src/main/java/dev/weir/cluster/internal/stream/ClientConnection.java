package dev.weir.cluster.internal.stream;

import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.StreamCodec;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a connection that calls. Thread-safe. */
final class ClientConnection extends Connection {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  /** Longer timeouts are checked periodically instead of by a timer each. */
  private static final Duration SHORT = Duration.ofMinutes(10);

  private final StreamOptions options;
  private final String address;
  private final ScheduledExecutorService clock;
  private final Map<Long, StreamCall<?>> calls = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final CompletableFuture<@Nullable Void> welcome = new CompletableFuture<>();
  private volatile @Nullable WeirException over;

  /**
   * A connection that was made.
   *
   * @param engine what enciphers it; null for a connection that is not secure
   * @param mayLeaveTls whether it asks to go on without TLS when it is welcome
   * @param handshakes does what takes long in a handshake
   * @param address how messages name the other end
   */
  ClientConnection(
      SelectorLoop loop,
      SocketChannel channel,
      @Nullable SSLEngine engine,
      boolean mayLeaveTls,
      HandshakePool handshakes,
      StreamOptions options,
      Traffic traffic,
      String address,
      ScheduledExecutorService clock)
      throws IOException {
    super(loop, channel, engine, mayLeaveTls, handshakes, options, traffic);
    this.options = options;
    this.address = address;
    this.clock = clock;
  }

  /** Greets the other end and begins to read. */
  void open(long key, @Nullable String token) {
    send(ControlFrame.greeting(key, StreamToken.proof(token, key), handover() != null));
    start();
  }

  /** Done when the other end has greeted, failed if it refuses. */
  CompletableFuture<@Nullable Void> welcome() {
    return welcome;
  }

  /** Ends the connection if the other end has said nothing so far. */
  void checkWelcome(Duration waited) {
    if (!welcome.isDone()) {
      loop()
          .execute(
              () ->
                  end(
                      new WeirException(
                          ErrorCode.UNAVAILABLE,
                          "no handshake within " + waited.toMillis() + " ms")));
    }
  }

  @Override
  public void hello(MessageIn in) {
    int version = in.number();
    if (version != Frames.VERSION) { // what follows may have another format
      throw new WeirException(
          ErrorCode.UNAVAILABLE,
          "the task speaks version "
              + version
              + " of streams, this client version "
              + Frames.VERSION);
    }
    if (!in.flag()) {
      throw StreamFailures.read(in);
    }
    if (in.flag()) {
      leaveTls();
    }
    widen();
    welcome.complete(null);
  }

  private void leaveTls() {
    HandoverChannel leaving = handover();
    if (leaving == null) {
      throw WeirException.invalidArgument("the task switched off TLS without being asked");
    }
    leaving.receivePlain();
    leaving.sendPlain();
  }

  /**
   * Calls a method.
   *
   * @param request a retained request; its tensors are released once it is sent
   */
  <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration limit) {
    long nanos = StreamCall.nanos(limit);
    String subject = rpc.stream().request().subject(request);
    StreamCall<R> call = new StreamCall<>(this, numbers.incrementAndGet(), rpc, subject, limit);
    Request<Q> message = new Request<>(call, nanos, rpc.stream(), request);
    call.request(message);
    calls.put(call.number(), call);
    if (limit.compareTo(SHORT) < 0) {
      call.timer(clock.schedule(() -> late(call, call.limit()), nanos, TimeUnit.NANOSECONDS));
    }
    send(message);
    WeirException because = over;
    if (because != null && calls.remove(call.number()) != null) {
      call.failed(because);
    }
    return call;
  }

  /** A request on its way out. */
  private static final class Request<Q> extends OutgoingTensors {
    private final StreamCall<?> call;
    private final long limitNanos;
    private final StreamCodec<Q> codec;
    private final Q request;

    Request(StreamCall<?> call, long limitNanos, Rpc.Stream<Q, ?> stream, Q request) {
      super(Frames.REQUEST, stream.number(), call.number(), TensorCarrier.tensorsOf(request));
      this.call = call;
      this.limitNanos = limitNanos;
      this.codec = stream.request();
      this.request = request;
    }

    @Override
    void write(MessageOut out) {
      codec.write(request, out.number(limitNanos));
    }

    @Override
    void failed(WeirException because) {
      call.refused(because);
    }
  }

  /** Whether no call is under way. */
  boolean isIdle() {
    return calls.isEmpty();
  }

  /** Ends the connection, which is not needed any more. */
  void hangUp() {
    loop().execute(() -> end(new WeirException(ErrorCode.UNAVAILABLE, "the connection was idle")));
  }

  void forget(StreamCall<?> call) {
    calls.remove(call.number());
  }

  /** Cancels a call. */
  void giveUp(StreamCall<?> call) {
    if (calls.remove(call.number()) == null) {
      return;
    }
    OutgoingMessage request = call.request();
    if (request == null || !request.withdraw()) {
      send(ControlFrame.cancel(call.number()));
      if (!hasEnded()) {
        loop().execute(() -> reader().abandon(call.number()));
      }
    }
  }

  private void late(StreamCall<?> call, Duration limit) {
    call.completeExceptionally(late(call.rpc(), address, limit));
  }

  /** What a call ends with that was not answered in time. */
  static WeirException late(Rpc<?, ?> rpc, String address, Duration limit) {
    return new WeirException(
        ErrorCode.DEADLINE_EXCEEDED,
        rpc.name() + " at " + address + ": no response within " + Durations.text(limit));
  }

  @Override
  void checkTime(long nowNanos) {
    for (StreamCall<?> call : calls.values()) {
      if (nowNanos - call.deadlineNanos() > 0) {
        late(call, call.limit());
      }
    }
  }

  @Override
  public @Nullable IncomingMessage message(byte kind, Rpc<?, ?> rpc, long number, MessageIn in) {
    if (kind != Frames.ANSWER) {
      throw WeirException.invalidArgument(
          "%s was called on a connection that only responds", rpc.name());
    }
    StreamCall<?> call = calls.get(number);
    if (call == null) {
      in.discard();
      return discarded(rpc, in);
    }
    if (call.rpc() != rpc) {
      throw WeirException.invalidArgument(
          "call of %s got a response to %s", call.rpc().name(), rpc.name());
    }
    return call.read(in);
  }

  /** Reads a response that is not wanted any more: its tensors get no memory. */
  private static IncomingMessage discarded(Rpc<?, ?> rpc, MessageIn in) {
    var unused = in.read(rpc.stream().response());
    return new IncomingMessage(in) {
      @Override
      void completed() {}

      @Override
      void dropped() {}
    };
  }

  @Override
  public void error(long number, MessageIn in) {
    WeirException failure = StreamFailures.read(in);
    StreamCall<?> call = calls.remove(number);
    if (call != null) {
      call.failed(failure);
    }
  }

  @Override
  public void cancel(long number) {
    throw WeirException.invalidArgument("call %d was cancelled by its callee", number);
  }

  /** Ends the connection because of a message that was read but is invalid. */
  void fail(WeirException because) {
    loop().execute(() -> end(because));
  }

  /** The failure with the address of the peer. */
  WeirException named(WeirException because) {
    return named(because.code(), because);
  }

  private WeirException named(ErrorCode code, WeirException because) {
    return new WeirException(code, address + ": " + because.getMessage(), because);
  }

  Allocator allocator() {
    return options.allocator();
  }

  @Override
  void ended(WeirException because) {
    boolean isLate = because.code() == ErrorCode.DEADLINE_EXCEEDED; // the connection, not a call
    if (isDamage(because)) {
      LOG.warn("{}: {}", this, because.getMessage());
    }
    WeirException named = named(isLate ? ErrorCode.UNAVAILABLE : because.code(), because);
    over = named;
    welcome.completeExceptionally(named);
    for (StreamCall<?> call : calls.values()) {
      if (calls.remove(call.number()) != null) {
        call.failed(named);
      }
    }
  }

  @Override
  public String toString() {
    return "the stream to " + address;
  }
}
