package dev.weir.cluster.stream;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a connection: what both ends have in common. */
abstract class Connection implements Loop.Watched, FrameReader.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final int PROBE_AFTER_SECONDS = 10;
  private static final int PROBE_EVERY_SECONDS = 5;
  private static final int PROBES = 2;

  private final Loop loop;
  private final SocketChannel channel;
  private final FrameWriter writer;
  private final FrameReader reader;
  private volatile @Nullable SelectionKey key;
  private volatile boolean ended;

  Connection(Loop loop, SocketChannel channel, Allocator allocator, long mostBytes)
      throws IOException {
    this.loop = loop;
    this.channel = channel;
    this.writer = new FrameWriter(channel, this::blocked, this::endSoon);
    this.reader = new FrameReader(channel, this, allocator, mostBytes);
    channel.configureBlocking(false);
    set(StandardSocketOptions.TCP_NODELAY, true);
    set(StandardSocketOptions.SO_KEEPALIVE, true);
    set(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_AFTER_SECONDS);
    set(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_EVERY_SECONDS);
    set(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
  }

  private <T> void set(SocketOption<T> option, T value) throws IOException {
    if (channel.supportedOptions().contains(option)) {
      channel.setOption(option, value);
    }
  }

  /** Begins to read. */
  final void start() {
    loop.register(channel, SelectionKey.OP_READ, this, this::keyed);
  }

  private void keyed(SelectionKey registered) {
    key = registered;
    writer.resume();
  }

  final void send(Outgoing message) {
    writer.send(message);
  }

  final boolean hasEnded() {
    return ended;
  }

  final FrameReader reader() {
    return reader;
  }

  final Loop loop() {
    return loop;
  }

  private void blocked() {
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
      writer.resume();
    }
    if (selected.isReadable()) {
      reader.read();
    }
  }

  /** Closes it; everything that is under way fails. */
  @Override
  public final void end(Throwable because) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    try {
      channel.close();
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
      case ClosedSelectorException e -> unavailable("the network is closed", e);
      case IOException e -> unavailable("the connection was lost (" + e.getMessage() + ")", e);
      default -> new WeirException(ErrorCode.INTERNAL, because.toString(), because);
    };
  }

  private static WeirException unavailable(String message, Exception cause) {
    return new WeirException(ErrorCode.UNAVAILABLE, message, cause);
  }

  /** It has come to an end; called once. */
  abstract void ended(WeirException because);
}
