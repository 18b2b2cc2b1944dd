package dev.weir.ops.strings;

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
    long length = (long) separator.length * Math.max(0, parts.size() - 1);
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] joined = new byte[Math.toIntExact(length)];
    int at = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (i > 0) {
        System.arraycopy(separator, 0, joined, at, separator.length);
        at += separator.length;
      }
      byte[] part = parts.get(i);
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }

  /** The first position from {@code from} on where {@code wanted} begins; -1 if there is none. */
  static int indexOf(byte[] bytes, byte[] wanted, int from) {
    for (int i = from; i + wanted.length <= bytes.length; i++) {
      if (wanted.length == 1
          ? bytes[i] == wanted[0]
          : Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }
}
