package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.ops.support.Utf8;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

/** Reads bytes in some encoding as code points, one by one. */
final class CodePoints {
  /** Takes a code point, or what stands for bytes that are none, and how many bytes it took. */
  interface Visitor {
    void visit(int codePoint, int bytes, boolean isMalformed);
  }

  private static final int REPLACEMENT = 0xFFFD;

  private final Charset charset;

  /** Reads an encoding by any of its names. */
  CodePoints(String encoding) {
    this.charset = charset(encoding);
  }

  /** The encoding of a name; {@code UTF-16-BE} is a name that only TensorFlow gives. */
  static Charset charset(String encoding) {
    try {
      return Charset.forName(encoding.replaceFirst("(?i)^(utf-?(?:16|32))-(be|le)$", "$1$2"));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw WeirException.invalidArgument("unknown encoding: \"%s\"", encoding);
    }
  }

  /** Visits all code points. */
  void forEach(byte[] bytes, Visitor visitor) {
    int from = charset.equals(StandardCharsets.UTF_8) ? visitWellFormed(bytes, visitor) : 0;
    if (from < bytes.length) {
      forEach(bytes, from, visitor);
    }
  }

  /** Visits the characters of UTF-8 before the first mistake; returns where that is. */
  private static int visitWellFormed(byte[] bytes, Visitor visitor) {
    int i = 0;
    while (i < bytes.length) {
      int length = Utf8.sequenceLength(bytes, i);
      if (length == 0) {
        return i;
      }
      visitor.visit(Utf8.codePoint(bytes, i, length), length, false);
      i += length;
    }
    return i;
  }

  private void forEach(byte[] bytes, int from, Visitor visitor) {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes).position(from);
    CharBuffer out = CharBuffer.allocate(2);
    while (in.hasRemaining()) {
      int before = in.position();
      CoderResult result = decoder.decode(in, out.clear().limit(1), true);
      if (result.isOverflow() && out.position() == 0) {
        result = decoder.decode(in, out.limit(2), true); // two characters make one code point
      }
      if (out.position() > 0) {
        visitor.visit(
            Character.codePointAt(out.array(), 0, out.position()), in.position() - before, false);
      } else if (result.isError()) {
        // of a surrogate in UTF-8 Java counts all three bytes as one mistake, Unicode each as its
        // own
        boolean isSurrogate =
            charset.equals(StandardCharsets.UTF_8)
                && bytes[before] == (byte) 0xED
                && result.length() == 3;
        int length = isSurrogate ? 1 : result.length();
        in.position(before + length);
        visitor.visit(REPLACEMENT, length, true);
      } else {
        return;
      }
    }
  }
}
