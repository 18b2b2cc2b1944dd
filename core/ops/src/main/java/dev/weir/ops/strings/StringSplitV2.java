package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits every string at the separator, or, if that is empty, at runs of white space, which also
 * fall away at both ends; at most {@code maxsplit} times unless that is negative.
 */
final class StringSplitV2 extends StringSplitter {
  StringSplitV2() {
    super(
        "StringSplitV2(input: string, sep: string) -> (indices: int64, values: string, shape:"
            + " int64) maxsplit:int=-1;");
  }

  @Override
  List<byte[]> split(byte[] text, byte[] separator, Attributes attrs) {
    long most = attrs.integer("maxsplit");
    if (most == 0) {
      return List.of(text);
    }
    long splits = most > 0 ? most : Long.MAX_VALUE;
    return separator.length == 0 ? atSpace(text, splits) : at(text, separator, splits);
  }

  private static List<byte[]> at(byte[] text, byte[] separator, long splits) {
    List<byte[]> parts = new ArrayList<>();
    int begin = 0;
    int found = Ascii.indexOf(text, separator, 0);
    while (found >= 0 && parts.size() < splits) {
      parts.add(Arrays.copyOfRange(text, begin, found));
      begin = found + separator.length;
      found = Ascii.indexOf(text, separator, begin);
    }
    parts.add(Arrays.copyOfRange(text, begin, text.length));
    return parts;
  }

  private static List<byte[]> atSpace(byte[] text, long splits) {
    List<byte[]> parts = new ArrayList<>();
    int i = skip(text, 0, true);
    while (i < text.length && parts.size() < splits) {
      int end = skip(text, i, false);
      parts.add(Arrays.copyOfRange(text, i, end));
      i = skip(text, end, true);
    }
    if (parts.size() == splits) {
      parts.add(Arrays.copyOfRange(text, i, text.length));
    }
    return parts;
  }

  /** The first position from {@code from} on that is not white space, or that is. */
  private static int skip(byte[] text, int from, boolean space) {
    int i = from;
    while (i < text.length && Ascii.isSpace(text[i]) == space) {
      i++;
    }
    return i;
  }
}
