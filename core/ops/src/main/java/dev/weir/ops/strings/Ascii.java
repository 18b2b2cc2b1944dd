package dev.weir.ops.strings;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/** Bytes as ASCII characters. */
final class Ascii {
  private Ascii() {}

  /** Space, tab, line feed, vertical tab, form feed, carriage return. */
  static boolean isSpace(byte b) {
    return b == ' ' || (b >= 9 && b <= 13);
  }

  /** Without white space at both ends. */
  static byte[] strip(byte[] bytes) {
    int from = 0;
    int to = bytes.length;
    while (from < to && isSpace(bytes[from])) {
      from++;
    }
    while (to > from && isSpace(bytes[to - 1])) {
      to--;
    }
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** The letters of one case, {@code first} and the 25 after it, in the other. */
  static byte[] switchCase(byte[] bytes, char first) {
    byte[] changed = bytes.clone();
    for (int i = 0; i < changed.length; i++) {
      if (changed[i] >= first && changed[i] < first + 26) {
        changed[i] ^= 0x20;
      }
    }
    return changed;
  }

  /** Bytes one after the other, with a separator between them. */
  static byte[] join(List<byte[]> parts, byte[] separator) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < parts.size(); i++) {
      if (i > 0) {
        out.writeBytes(separator);
      }
      out.writeBytes(parts.get(i));
    }
    return out.toByteArray();
  }

  /** The first position from {@code from} on where {@code wanted} begins; -1 if there is none. */
  static int indexOf(byte[] bytes, byte[] wanted, int from) {
    for (int i = from; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }
}
