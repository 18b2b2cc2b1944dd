package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.tensor.DType;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One end of a stream that speaks the protocol by hand, rightly or wrongly. */
final class RawStream implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;
  private static final long LIMIT_NANOS = 1_000_000_000_000L;

  private final Closeable connection;
  private final DataInputStream in;
  private final OutputStream out;

  /** What came. */
  record Frame(byte kind, long call, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private RawStream(Closeable connection, InputStream in, OutputStream out) {
    this.connection = connection;
    this.in = new DataInputStream(in);
    this.out = out;
  }

  /** Connects. */
  static RawStream to(int port) throws IOException {
    return of(new Socket(InetAddress.getByName("localhost"), port));
  }

  /** A connection that was taken. */
  static RawStream of(Socket taken) throws IOException {
    taken.setSoTimeout(PATIENCE_MILLIS);
    taken.setTcpNoDelay(true);
    return new RawStream(taken, taken.getInputStream(), taken.getOutputStream());
  }

  /** Connects, greets, and is welcome. */
  static RawStream welcomeTo(StreamServer server) throws IOException {
    RawStream stream =
        to(server.address().port()).greet(Frames.VERSION, server.address().key(), "");
    Frame welcome = stream.read();
    if (welcome == null || welcome.body()[Integer.BYTES] != 1) {
      throw new IOException("no welcome");
    }
    return stream;
  }

  RawStream greet(int version, long key, String token) throws IOException {
    return frame(
        Frames.HELLO,
        null,
        Frames.MAGIC,
        out -> out.number(version).number(key).text(StreamToken.proof(token, key)).flag(false));
  }

  /** Greets as one who is called. */
  RawStream welcome(int version) throws IOException {
    return frame(
        Frames.HELLO, null, Frames.MAGIC, out -> out.number(version).flag(true).flag(false));
  }

  /** A request without a deadline to speak of. */
  RawStream request(Rpc<?, ?> method, long call, Consumer<MessageOut> body) throws IOException {
    return request(method, call, body(body));
  }

  RawStream request(Rpc<?, ?> method, long call, byte[] body) throws IOException {
    byte[] limit = body(out -> out.number(LIMIT_NANOS));
    return header(limit.length + body.length, Frames.REQUEST, method, call)
        .write(limit)
        .write(body);
  }

  RawStream frame(byte kind, @Nullable Rpc<?, ?> method, long call, Consumer<MessageOut> body)
      throws IOException {
    byte[] bytes = body(body);
    return header(bytes.length, kind, method, call).write(bytes);
  }

  /** The bytes of a message; elements that would follow do not. */
  static byte[] body(Consumer<MessageOut> body) {
    MessageOut out = new MessageOut(false);
    out.begin(Frames.REQUEST, (byte) 0, 0);
    body.accept(out);
    return out.takeBack();
  }

  /** The beginning of a request to run a graph, up to the tensor that is sent to it. */
  static byte[] runGraph(DType dtype, long... sizes) {
    byte[] head = body(out -> out.text("s").text("g").number(1L).number(1).text("x"));
    byte[] tail = body(out -> out.texts(List.of()).flag(false).flag(false).flag(false).number(0L));
    ByteBuffer all =
        ByteBuffer.allocate(head.length + 3 + sizes.length * Long.BYTES + tail.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    all.put(head).put((byte) dtype.number()).put((byte) sizes.length);
    for (long size : sizes) {
      all.putLong(size);
    }
    return all.put((byte) 1).put(tail).array();
  }

  /** A header, whatever follows. */
  RawStream header(int length, byte kind, @Nullable Rpc<?, ?> method, long call)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(Frames.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(length).put(kind).put(method == null ? 0 : method.stream().number());
    return write(header.putShort((short) 0).putLong(call).putInt(0).array());
  }

  /** Elements of a tensor. */
  RawStream chunk(long call, byte[] elements) throws IOException {
    return header(elements.length, Frames.CHUNK, null, call).write(elements);
  }

  RawStream write(byte[] bytes) throws IOException {
    out.write(bytes);
    return this;
  }

  /** What is written to a stream. */
  interface Written {
    void to(RawStream stream) throws IOException;
  }

  /** The bytes of something that is written. */
  static byte[] bytes(Written written) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    written.to(new RawStream(bytes, InputStream.nullInputStream(), bytes));
    return bytes.toByteArray();
  }

  /** Writes several things at once, so that the other end finds all or none of them. */
  RawStream together(Written several) throws IOException {
    return write(bytes(several));
  }

  /** The next frame; null at the end. */
  @Nullable Frame read() throws IOException {
    byte[] bytes = new byte[Frames.HEADER];
    try {
      in.readFully(bytes);
      ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      byte[] body = new byte[header.getInt(0)];
      in.readFully(body);
      return new Frame(header.get(4), header.getLong(8), body);
    } catch (EOFException | SocketException e) {
      return null;
    }
  }

  /** The next frame of a kind, for which others are passed over. */
  Frame read(byte kind) throws IOException {
    Frame frame = read();
    while (frame != null && frame.kind() != kind) {
      frame = read();
    }
    if (frame == null) {
      throw new EOFException("no frame of kind " + kind + " came");
    }
    return frame;
  }

  /** Whether the other end closes the connection, of its own accord; gives what came before. */
  byte[] readToTheEnd() throws IOException {
    ByteArrayOutputStream came = new ByteArrayOutputStream();
    try {
      in.transferTo(came);
    } catch (SocketException e) {
      return came.toByteArray(); // reset
    }
    return came.toByteArray();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
