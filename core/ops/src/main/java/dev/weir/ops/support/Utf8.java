package dev.weir.ops.support;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text in bytes that are meant to be UTF-8. */
public final class Utf8 {
  /** Where bytes that are not UTF-8 go: no character of well-formed text. */
  private static final char ESCAPE = 0xDC00;

  private Utf8() {}

  /** Whether a byte continues a character. */
  public static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  /** The number of characters: of bytes that do not continue one. */
  public static int length(byte[] bytes) {
    int count = 0;
    for (byte b : bytes) {
      count += isContinuation(b) ? 0 : 1;
    }
    return count;
  }

  /** Where characters begin, and at the end the length in bytes. */
  public static int[] starts(byte[] bytes) {
    int[] starts = new int[bytes.length + 1];
    int used = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (i == 0 || !isContinuation(bytes[i])) {
        starts[used++] = i;
      }
    }
    starts[used++] = bytes.length;
    return Arrays.copyOf(starts, used);
  }

  /** The text; bytes that are not UTF-8 become lone surrogates, which {@link #bytes} turns back. */
  public static String text(byte[] bytes) {
    if (isAscii(bytes)) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    StringBuilder text = new StringBuilder(bytes.length);
    for (int i = 0; i < bytes.length; ) {
      int length = sequenceLength(bytes, i);
      if (length == 0) {
        text.append((char) (ESCAPE + (bytes[i] & 0xFF)));
        i++;
      } else {
        text.append(new String(bytes, i, length, StandardCharsets.UTF_8));
        i += length;
      }
    }
    return text.toString();
  }

  private static boolean isAscii(byte[] bytes) {
    int all = 0;
    for (byte b : bytes) {
      all |= b;
    }
    return all >= 0;
  }

  private static boolean isAscii(String text) {
    int all = 0;
    for (int i = 0; i < text.length(); i++) {
      all |= text.charAt(i);
    }
    return all < 0x80;
  }

  /** The length of the well-formed character at {@code i}; 0 if there is none. */
  public static int sequenceLength(byte[] bytes, int i) {
    int first = bytes[i] & 0xFF;
    int length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first > 0xF4 || i + length > bytes.length) {
      return 0;
    }
    for (int k = 1; k < length; k++) {
      if (!isContinuation(bytes[i + k])) {
        return 0;
      }
    }
    if (length < 3) {
      return length;
    }
    int second = bytes[i + 1] & 0xFF;
    boolean isValid =
        switch (first) {
          case 0xE0 -> second >= 0xA0;
          case 0xED -> second < 0xA0;
          case 0xF0 -> second >= 0x90;
          case 0xF4 -> second < 0x90;
          default -> true;
        };
    return isValid ? length : 0;
  }

  /** The code point of the well-formed character of so many bytes at {@code i}. */
  public static int codePoint(byte[] bytes, int i, int length) {
    int value = length == 1 ? bytes[i] : bytes[i] & (0xFF >> (length + 1));
    for (int k = 1; k < length; k++) {
      value = value << 6 | (bytes[i + k] & 0x3F);
    }
    return value;
  }

  /** The bytes of a text, also of one that {@link #text} made of any bytes. */
  public static byte[] bytes(String text) {
    if (isAscii(text)) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)) {
        i++;
      } else if (Character.isLowSurrogate(c)) {
        out.writeBytes(text.substring(plain, i).getBytes(StandardCharsets.UTF_8));
        out.write(c - ESCAPE);
        plain = i + 1;
      }
    }
    out.writeBytes(text.substring(plain).getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
