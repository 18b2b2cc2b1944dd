package dev.weir.cluster.internal.check;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Sends the preface of an HTTP/2 client and examines the response. An HTTP/2 server sends its
 * settings first, whatever it serves.
 */
final class Http2Probe {
  /** The preface of RFC 9113, and a frame of settings without any. */
  private static final byte[] HELLO =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

  private static final int FRAME_HEADER = 9;
  private static final int TYPE = 3;
  private static final int SETTINGS = 4;
  private static final int TLS_ALERT = 0x15;
  private static final int TLS_MAJOR = 3;
  private static final int EXCERPT = 40;

  private Http2Probe() {}

  /** What the other side turned out to be. */
  enum Kind {
    HTTP_2,
    HTTP_1,
    TLS,
    OTHER,
    CLOSED,
    SILENT
  }

  /** An answer, and the beginning of it where it is text. */
  record Answer(Kind kind, String excerpt) {
    Finding finding(RemainingTime countdown) {
      return switch (kind) {
        case HTTP_2 -> Finding.of(Health.REACHABLE, "speaks HTTP/2");
        case HTTP_1 ->
            Finding.of(
                Health.PROTOCOL, "an HTTP/1 server, not a task; it sent \"" + excerpt + "\"");
        case TLS ->
            Finding.of(
                Health.HANDSHAKE, "the task requires TLS, and this client has no certificates");
        case OTHER -> Finding.of(Health.PROTOCOL, "not a task; it sent \"" + excerpt + "\"");
        case CLOSED ->
            Finding.of(
                Health.PROTOCOL,
                "it closed the connection on the HTTP/2 preface; it does not speak gRPC");
        case SILENT ->
            Finding.of(
                Health.SILENT,
                "it accepted the connection and sent nothing within "
                    + countdown
                    + " (process hung, or not a task)");
      };
    }
  }

  static Answer exchange(Socket socket) throws IOException {
    socket.getOutputStream().write(HELLO);
    byte[] answer = new byte[EXCERPT];
    int length = 0;
    try {
      // what begins like TLS or a frame is complete with a frame's header
      while (length < FRAME_HEADER) {
        int read = socket.getInputStream().read(answer, length, EXCERPT - length);
        if (read < 0) {
          break;
        }
        length += read;
      }
    } catch (SocketTimeoutException e) {
      return length == 0 ? new Answer(Kind.SILENT, "") : classify(Arrays.copyOf(answer, length));
    }
    return classify(Arrays.copyOf(answer, length));
  }

  private static Answer classify(byte[] answer) {
    String text = printable(answer);
    if (answer.length == 0) {
      return new Answer(Kind.CLOSED, "");
    }
    if (answer.length >= FRAME_HEADER && answer[0] == 0 && answer[TYPE] == SETTINGS) {
      return new Answer(Kind.HTTP_2, "");
    }
    if (answer.length > 1 && answer[0] == TLS_ALERT && answer[1] == TLS_MAJOR) {
      return new Answer(Kind.TLS, "");
    }
    return new Answer(text.startsWith("HTTP/1") ? Kind.HTTP_1 : Kind.OTHER, text);
  }

  /** The first line, with dots for what cannot be printed. */
  private static String printable(byte[] answer) {
    String text = new String(answer, StandardCharsets.US_ASCII);
    return text.lines().findFirst().orElse("").replaceAll("[^ -~]", ".");
  }
}
