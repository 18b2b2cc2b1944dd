package dev.weir.ops.strings;

import dev.weir.graph.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits every string wherever any byte of the delimiter occurs, or into bytes if the delimiter is
 * empty; with {@code skip_empty}, empty parts are left out. An empty string has no parts.
 */
final class StringSplit extends StringSplitter {
  StringSplit() {
    super(
        "StringSplit(input: string, delimiter: string) -> (indices: int64, values: string, shape:"
            + " int64) skip_empty:bool=true;");
  }

  @Override
  List<byte[]> split(byte[] text, byte[] delimiter, Attributes attrs) {
    boolean skipsEmpty = attrs.bool("skip_empty");
    List<byte[]> parts = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= text.length && text.length > 0; i++) {
      boolean isEnd = i == text.length;
      if (delimiter.length == 0) {
        if (!isEnd) {
          parts.add(new byte[] {text[i]});
        }
      } else if (isEnd || Ascii.indexOf(delimiter, new byte[] {text[i]}, 0) >= 0) {
        if (i > begin || !skipsEmpty) {
          parts.add(Arrays.copyOfRange(text, begin, i));
        }
        begin = i + 1;
      }
    }
    return parts;
  }
}
