package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a connection: what both ends have in common. */
abstract class Connection implements SelectorLoop.Watched, FrameReader.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final int PROBE_AFTER_SECONDS = 10;
  private static final int PROBE_EVERY_SECONDS = 5;
  private static final int PROBES = 2;

  private final SelectorLoop loop;
  private final SocketChannel socket;
  private final StreamChannel channel;
  private final @Nullable HandoverChannel handover;
  private final FrameWriter writer;
  private final FrameReader reader;
  private volatile @Nullable SelectionKey key;
  private volatile boolean ended;

  /**
   * One end of a connection.
   *
   * @param engine what enciphers it; null for a connection that is not secure
   * @param mayLeaveTls whether both ends may agree to go on without TLS once they have
   *     authenticated each other
   * @param handshakes does what takes long in a handshake
   */
  Connection(
      SelectorLoop loop,
      SocketChannel socket,
      @Nullable SSLEngine engine,
      boolean mayLeaveTls,
      HandshakePool handshakes,
      StreamOptions options,
      Traffic traffic)
      throws IOException {
    this.loop = loop;
    this.socket = socket;
    if (engine == null) {
      this.channel = new StreamChannel.Plain(socket);
      this.handover = null;
    } else {
      TlsChannel tls =
          new TlsChannel(
              socket,
              engine,
              handshakes,
              this::awaitWritable,
              this::resumeReading,
              this::handshakeIsOver);
      this.handover = mayLeaveTls ? new HandoverChannel(tls, socket) : null;
      this.channel = handover == null ? tls : handover;
    }
    // what TLS protects needs no other checksum
    boolean checksums = options.checksums() && (engine == null || mayLeaveTls);
    this.writer =
        new FrameWriter(
            channel, checksums, traffic, options.limits().progress(), this::blocked, this::endSoon);
    this.reader = new FrameReader(channel, this, options, traffic);
    socket.configureBlocking(false);
    set(StandardSocketOptions.TCP_NODELAY, true);
    set(StandardSocketOptions.SO_KEEPALIVE, true);
    set(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_AFTER_SECONDS);
    set(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_EVERY_SECONDS);
    set(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
  }

  private <T> void set(SocketOption<T> option, T value) throws IOException {
    if (socket.supportedOptions().contains(option)) {
      socket.setOption(option, value);
    }
  }

  /** Begins to read. */
  final void start() {
    loop.register(socket, SelectionKey.OP_READ, this, this::keyed);
  }

  private void keyed(SelectionKey registered) {
    key = registered;
    if (channel.isOpen()) {
      writer.resume();
    } else {
      readAgain(); // begins the handshake
    }
  }

  private void handshakeIsOver() {
    try {
      secured();
    } finally {
      loop.execute(writer::resume);
    }
  }

  /** The handshake is over; called once on a connection with TLS, before anything is read. */
  void secured() {}

  /** The TLS session with the peer; null without TLS. */
  final @Nullable SSLSession tlsSession() {
    return channel.session();
  }

  /** What makes it go on without TLS; null if it has none, or has to keep it. */
  final @Nullable HandoverChannel handover() {
    return handover;
  }

  private void resumeReading() {
    loop.execute(
        () -> {
          paused(false);
          SelectionKey registered = key;
          if (registered != null && registered.isValid()) {
            registered.interestOpsOr(SelectionKey.OP_READ);
          }
          readAgain();
        });
  }

  /** Reads what is not in the socket any more. */
  private void readAgain() {
    if (ended) {
      return;
    }
    try {
      read();
    } catch (IOException | RuntimeException | Error e) {
      end(e);
    }
  }

  private void read() throws IOException {
    reader.read();
    SelectionKey registered = key;
    if (channel.isPaused() && registered != null) {
      registered.interestOpsAnd(~SelectionKey.OP_READ);
      paused(true);
    } else if (channel.hasInput()) {
      loop.execute(this::readAgain);
    }
  }

  /** Nothing is read while other threads go on with the handshake, or now it is again. */
  void paused(boolean isPaused) {}

  final void send(OutgoingMessage message) {
    writer.send(message);
  }

  /** The other end is admitted: what is sent to it gets the memory that it needs. */
  final void widen() {
    channel.widen();
    writer.widen();
  }

  /** How many bytes of buffers it has, apart from those of tensors and of messages. */
  final long bufferBytes() {
    return (long) reader.bufferBytes() + writer.bufferBytes() + channel.bufferBytes();
  }

  final boolean hasEnded() {
    return ended;
  }

  final FrameReader reader() {
    return reader;
  }

  final SelectorLoop loop() {
    return loop;
  }

  private void blocked() {
    if (channel.isOpen()) {
      awaitWritable();
    }
  }

  private void awaitWritable() {
    SelectionKey registered = key;
    if (registered != null) {
      loop.awaitWritable(registered);
    }
  }

  private void endSoon(IOException because) {
    loop.execute(() -> end(because));
  }

  @Override
  public final void ready(SelectionKey selected) throws IOException {
    if (selected.isWritable()) {
      selected.interestOpsAnd(~SelectionKey.OP_WRITE);
      if (channel.flush()) {
        writer.resume();
      }
      if (!channel.isOpen() || channel.hasInput()) {
        read();
      }
    }
    if (selected.isReadable()) {
      read();
    }
  }

  @Override
  public final void tick(long nowNanos) {
    try {
      checkTime(nowNanos);
      reader.checkProgress(nowNanos);
      writer.checkProgress(nowNanos);
    } catch (WeirException e) {
      end(e);
    }
  }

  /** Fails if the connection should have done something by now. */
  abstract void checkTime(long nowNanos);

  /** Closes it; everything that is under way fails. */
  @Override
  public final void end(Throwable because) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    channel.goodbye();
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{} cannot be closed", this, e);
    }
    writer.close();
    reader.close();
    ended(reason(because));
  }

  private WeirException reason(Throwable because) {
    return switch (because) {
      case WeirException failure -> failure;
      case DamagedFrameException e -> damaged(String.valueOf(e.getMessage()), e);
      case SSLException e when reader.isAdmitted() -> damaged("TLS failed: " + e.getMessage(), e);
      case SSLException e ->
          WeirException.invalidArgument("TLS handshake failed: %s", String.valueOf(e.getMessage()));
      case ClosedSelectorException e -> unavailable("the network is closed", e);
      case IOException e -> unavailable("the connection was lost (" + e.getMessage() + ")", e);
      default -> new WeirException(ErrorCode.INTERNAL, because.toString(), because);
    };
  }

  /** A damaged connection is a lost one, so callers may retry as they do after a loss. */
  private static WeirException damaged(String how, IOException cause) {
    return unavailable(how + "; the connection is closed, and the next call opens another", cause);
  }

  /** Whether a connection ended because of what happened to bytes on their way. */
  static boolean isDamage(WeirException because) {
    return because.code() == ErrorCode.UNAVAILABLE
        && (because.getCause() instanceof DamagedFrameException
            || because.getCause() instanceof SSLException);
  }

  private static WeirException unavailable(String message, Exception cause) {
    return new WeirException(ErrorCode.UNAVAILABLE, message, cause);
  }

  /** Called once, when the connection has ended. */
  abstract void ended(WeirException because);
}
