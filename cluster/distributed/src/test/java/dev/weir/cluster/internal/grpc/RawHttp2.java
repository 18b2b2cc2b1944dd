package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A peer that speaks HTTP/2 frame by frame, and so does what no gRPC library would. */
final class RawHttp2 implements AutoCloseable {
  static final int GOAWAY = 7;

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int CANCEL = 8;
  private static final int LONGEST_FRAME = 1 << 14;
  private static final int SOCKET_MILLIS = 20_000;

  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private int nextStream = 1;

  /** What the other end sent. */
  record Frame(int type, int flags, int stream, byte[] payload) {}

  /** Connects, with a window of so many bytes for answers. */
  RawHttp2(int port, int window) throws IOException {
    socket = new Socket(InetAddress.getByName("localhost"), port);
    socket.setSoTimeout(SOCKET_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream(), 2 * LONGEST_FRAME);
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    ByteBuffer settings = ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE);
    frame(SETTINGS, 0, 0, settings.putInt(window).array());
    out.flush();
    Frame first = read();
    assertThat(first).isNotNull();
  }

  private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    out.write(frame.array());
  }

  /** Begins a call; its request has not ended. */
  int call(String method) throws IOException {
    int stream = headers(method);
    out.flush();
    return stream;
  }

  /** Makes a call whose request is empty, all in one piece. */
  int callOnce(String method) throws IOException {
    int stream = headers(method);
    message(stream, 0, new byte[0], true);
    return stream;
  }

  private int headers(String method) throws IOException {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    header(headers, ":method", "POST");
    header(headers, ":scheme", "http");
    header(headers, ":path", "/" + method);
    header(headers, ":authority", "localhost");
    header(headers, "content-type", "application/grpc");
    header(headers, "te", "trailers");
    int stream = nextStream;
    nextStream += 2;
    frame(HEADERS, END_HEADERS, stream, headers.toByteArray());
    return stream;
  }

  private static void header(ByteArrayOutputStream headers, String name, String value) {
    headers.write(0); // as it is, for no table
    headers.write(name.length());
    headers.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    headers.write(value.length());
    headers.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  /** Announces a message, and sends as much of it as there is here. */
  void message(int stream, int announced, byte[] present, boolean isLast) throws IOException {
    byte[] all =
        ByteBuffer.allocate(5 + present.length)
            .put((byte) 0)
            .putInt(announced)
            .put(present)
            .array();
    for (int at = 0; at < all.length; at += LONGEST_FRAME) {
      int end = Math.min(all.length, at + LONGEST_FRAME);
      byte[] part = Arrays.copyOfRange(all, at, end);
      frame(DATA, isLast && end == all.length ? END_STREAM : 0, stream, part);
    }
    out.flush();
  }

  /** Gives a call up. */
  void cancel(int stream) throws IOException {
    frame(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
    out.flush();
  }

  /** The next frame, or null if the other end has hung up. Settings and pings are answered. */
  @Nullable Frame read() throws IOException {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(length);
      if ((type == SETTINGS || type == PING) && (flags & ACK) == 0) {
        frame(type, ACK, 0, type == PING ? payload : new byte[0]);
        out.flush();
      }
      return new Frame(type, flags, stream, payload);
    } catch (EOFException | SocketException e) {
      return null;
    }
  }

  /** How a call ended: waits for its last headers. */
  Http2Headers trailers(int stream) throws IOException, Http2Exception {
    while (true) {
      Frame frame = read();
      assertThat(frame).as("a frame, not the end of the connection").isNotNull();
      if (frame.type == HEADERS) {
        Http2Headers headers =
            decoder.decodeHeaders(frame.stream, Unpooled.wrappedBuffer(frame.payload));
        if (frame.stream == stream && (frame.flags & END_STREAM) != 0) {
          return headers;
        }
      }
    }
  }

  /** Reads until the other end has hung up; the last frame that came, if any. */
  @Nullable Frame last() throws IOException {
    Frame last = null;
    for (Frame next = read(); next != null; next = read()) {
      last = next;
    }
    return last;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
