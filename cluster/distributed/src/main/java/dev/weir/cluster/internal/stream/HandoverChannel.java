package dev.weir.cluster.internal.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSession;

/**
 * A channel that begins with TLS, by which both ends authenticate each other, and may then go on
 * without: for socket files, of which the system itself keeps others out. Each direction is handed
 * over on its own, between two records; only its own connection can ask for it.
 *
 * <p>The loop reads; one thread at a time writes.
 */
final class HandoverChannel implements StreamChannel {
  private final TlsChannel tls;
  private final SocketChannel socket;
  private boolean plainIn;
  private volatile boolean leaves;
  private volatile boolean plainOut;
  private volatile boolean drained;

  /** A channel that starts with TLS. */
  HandoverChannel(TlsChannel tls, SocketChannel socket) {
    this.tls = tls;
    this.socket = socket;
  }

  /** What comes after the record that was read last is not encrypted. Only the loop calls it. */
  void receivePlain() {
    plainIn = true;
  }

  /** What is sent from now on is not encrypted. */
  void sendPlain() {
    plainOut = true;
  }

  /** What is sent after the next write, which ends with the welcome, is not encrypted. */
  void sendPlainAfterWelcome() {
    leaves = true;
  }

  /** Whether nothing is encrypted any more. */
  boolean isPlain() {
    return plainIn && plainOut;
  }

  @Override
  public long read(ByteBuffer target) throws IOException {
    return plainIn && !tls.hasLeftover() ? socket.read(target) : read(new ByteBuffer[] {target});
  }

  @Override
  public long read(ByteBuffer[] targets) throws IOException {
    if (!plainIn) {
      return tls.read(targets);
    }
    return tls.hasLeftover() ? tls.takeLeftover(targets) : socket.read(targets);
  }

  @Override
  public boolean hasInput() {
    return plainIn ? tls.hasLeftover() : tls.hasInput();
  }

  @Override
  public boolean hasPartialInput() {
    return !plainIn && tls.hasPartialInput();
  }

  @Override
  public long write(ByteBuffer source) throws IOException {
    if (isSendingPlain()) {
      return socket.write(source);
    }
    return plainOut ? 0 : writeSecure(new ByteBuffer[] {source});
  }

  @Override
  public long write(ByteBuffer[] sources) throws IOException {
    if (isSendingPlain()) {
      return socket.write(sources);
    }
    return plainOut ? 0 : writeSecure(sources);
  }

  private long writeSecure(ByteBuffer[] sources) throws IOException {
    long count = tls.write(sources);
    if (leaves && TlsChannel.remaining(sources) == 0) {
      plainOut = true;
    }
    return count;
  }

  /** Whether the records are sent that go before what is not encrypted. */
  private boolean isSendingPlain() throws IOException {
    if (plainOut && !drained) {
      drained = tls.flush();
    }
    return drained;
  }

  @Override
  public boolean flush() throws IOException {
    return drained || tls.flush();
  }

  @Override
  public boolean isOpen() {
    return tls.isOpen();
  }

  @Override
  public boolean isPaused() {
    return tls.isPaused();
  }

  @Override
  public void widen() {
    if (!plainIn) {
      tls.widen();
    }
  }

  @Override
  public int bufferBytes() {
    return tls.bufferBytes();
  }

  @Override
  public SSLSession session() {
    return tls.session();
  }

  /** A record that says goodbye would be no frame. */
  @Override
  public void goodbye() {
    if (!plainOut) {
      tls.goodbye();
    }
  }
}
