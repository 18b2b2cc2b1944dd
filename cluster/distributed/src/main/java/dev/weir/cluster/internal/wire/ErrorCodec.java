package dev.weir.cluster.internal.wire;

import dev.weir.error.ErrorCode;
import dev.weir.error.Origin;
import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the fields of an error. All transports carry errors in this form: streams, gRPC
 * for peers that are Weir's, and the simulated network.
 *
 * <p>The format is the number of the code, then rule, context, task, op, node and line, each as its
 * length and UTF-8; the length of a field that is absent is -1. Integers have 4 bytes, the highest
 * first. Fields that are too long are cut when they are written and refused when they are read, and
 * so are control characters in fields other than the rule.
 */
public final class ErrorCodec {
  /** The longest text of an error, in bytes; longer ones are cut. */
  static final int MAX_RULE = 3072;

  private static final int MAX_FIELD = 1024;
  private static final String CUT = " ... [truncated]";
  private static final int FIELDS = 5; // besides the rule
  private static final int ABSENT = -1;

  /** The longest error. */
  public static final int MAX_BYTES =
      Integer.BYTES + (1 + FIELDS) * (Integer.BYTES + CUT.length()) + MAX_RULE + FIELDS * MAX_FIELD;

  private ErrorCodec() {}

  /** The fields of an error. Causes and stack traces stay in the process. */
  public static byte[] write(WeirException error) {
    Origin origin = error.origin();
    ByteBuffer out = ByteBuffer.allocate(MAX_BYTES).putInt(error.code().number());
    put(out, cut(error.rule(), MAX_RULE));
    put(out, line(origin.context()));
    put(out, line(origin.task()));
    put(out, line(origin.op()));
    put(out, line(origin.node()));
    put(out, line(origin.builtAt()));
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  private static @Nullable String line(@Nullable String field) {
    if (field == null) {
      return null;
    }
    String cut = cut(field, MAX_FIELD);
    if (isLine(cut)) {
      return cut;
    }
    StringBuilder line = new StringBuilder(cut.length());
    cut.chars().map(c -> Character.isISOControl(c) ? ' ' : c).forEach(c -> line.append((char) c));
    return line.toString();
  }

  private static boolean isLine(String text) {
    return text.chars().noneMatch(Character::isISOControl);
  }

  private static void put(ByteBuffer out, @Nullable String field) {
    if (field == null) {
      out.putInt(ABSENT);
    } else {
      byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
      out.putInt(bytes.length).put(bytes);
    }
  }

  /**
   * The error of another process.
   *
   * @throws WeirException with {@code INVALID_ARGUMENT} if the bytes are no error
   */
  public static WeirException read(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw WeirException.invalidArgument(
          "an error has at most %d bytes, got %d", MAX_BYTES, bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int number = number(in);
    String rule = required("rule", text(in, MAX_RULE));
    String context = required("context", lineOf(in));
    String task = lineOf(in);
    String op = lineOf(in);
    String node = lineOf(in);
    String builtAt = lineOf(in);
    if (in.hasRemaining()) {
      throw WeirException.invalidArgument("%d bytes follow an error", in.remaining());
    }
    Origin origin;
    try {
      origin = new Origin(context, task, op, node, builtAt);
    } catch (IllegalArgumentException e) {
      throw new WeirException(ErrorCode.INVALID_ARGUMENT, "not an error: " + e.getMessage(), e);
    }
    WeirException plain = RpcFailures.of(number, rule);
    return new WeirException(plain.code(), plain.rule(), origin, null);
  }

  private static int number(ByteBuffer in) {
    if (in.remaining() < Integer.BYTES) {
      throw WeirException.invalidArgument("an error ends in the middle of a number");
    }
    return in.getInt();
  }

  private static @Nullable String text(ByteBuffer in, int most) {
    int length = number(in);
    if (length == ABSENT) {
      return null;
    }
    if (length < 0 || length > most + CUT.length() || length > in.remaining()) {
      throw WeirException.invalidArgument(
          "a field of an error has %d bytes; the most is %d, and %d follow",
          length, most + CUT.length(), in.remaining());
    }
    ByteBuffer bytes = in.slice(in.position(), length);
    in.position(in.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new WeirException(ErrorCode.INVALID_ARGUMENT, "an error is not UTF-8", e);
    }
  }

  private static @Nullable String lineOf(ByteBuffer in) {
    String text = text(in, MAX_FIELD);
    if (text != null && !isLine(text)) {
      throw WeirException.invalidArgument("a field of an error has control characters");
    }
    return text;
  }

  private static String required(String field, @Nullable String text) {
    if (text == null) {
      throw WeirException.invalidArgument("an error has no %s", field);
    }
    return text;
  }

  /** A text, cut if it has more than so many bytes. */
  static String cut(String text, int most) {
    if (text.length() <= most / 3) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= most) {
      return text;
    }
    int end = most;
    while ((bytes[end] & 0xc0) == 0x80) {
      end--; // not in the middle of a character
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
  }
}
