package dev.weir.cluster.internal.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The bytes of a connection as frames see them: as they are on the socket, or deciphered. */
interface StreamChannel {
  /** Reads what is there, until the target is full; -1 at the end. Only the loop calls it. */
  long read(ByteBuffer target) throws IOException;

  /** Reads into several targets, one after the other. Only the loop calls it. */
  long read(ByteBuffer[] targets) throws IOException;

  /** Writes what can be written now. One thread at a time. */
  long write(ByteBuffer source) throws IOException;

  /** Writes of several sources, one after the other. One thread at a time. */
  long write(ByteBuffer[] sources) throws IOException;

  /** Goes on with what the socket did not take; false if it still does not. */
  default boolean flush() throws IOException {
    return true;
  }

  /** Whether reading gets on with what is not in the socket any more. Only the loop calls it. */
  default boolean hasInput() {
    return false;
  }

  /** Whether bytes arrived that cannot be read until more arrive. Only the loop calls it. */
  default boolean hasPartialInput() {
    return false;
  }

  /** Whether bytes can be sent; if not, they can when the handshake is over. */
  default boolean isOpen() {
    return true;
  }

  /** Whether nothing can be read until other threads have done some work. */
  default boolean isPaused() {
    return false;
  }

  /** The other end is admitted: there may be large buffers. */
  default void widen() {}

  /** How many bytes of buffers it has. */
  default int bufferBytes() {
    return 0;
  }

  /** What was agreed on with the other end; null for a channel that is not secure. */
  default @Nullable SSLSession session() {
    return null;
  }

  /**
   * Says goodbye, if that can be done at once; nothing is read or written after it. The socket is
   * closed by its opener.
   */
  default void goodbye() {}

  /** A socket as it is. */
  record Plain(SocketChannel socket) implements StreamChannel {
    @Override
    public long read(ByteBuffer target) throws IOException {
      return socket.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets) throws IOException {
      return socket.read(targets);
    }

    @Override
    public long write(ByteBuffer source) throws IOException {
      return socket.write(source);
    }

    @Override
    public long write(ByteBuffer[] sources) throws IOException {
      return socket.write(sources);
    }
  }
}
