package dev.weir.ops.strings;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import java.util.ArrayList;
import java.util.List;

/** Runs of neighboring strings, joined. */
final class NGrams {
  /** Padding is an attribute, so a small graph could ask for any number of tokens. */
  private static final long MOST_PADDED = 1L << 24;

  private final byte[] separator;
  private final byte[] leftPad;
  private final byte[] rightPad;
  private final long[] widths;
  private final long padWidth;
  private final boolean keepsShort;

  NGrams(Attributes attrs) {
    separator = attrs.bytes("separator");
    leftPad = attrs.bytes("left_pad");
    rightPad = attrs.bytes("right_pad");
    widths = attrs.integers("ngram_widths");
    padWidth = attrs.integer("pad_width");
    keepsShort = attrs.bool("preserve_short_sequences");
    for (long width : widths) {
      if (width <= 0) {
        throw WeirException.invalidArgument("ngram_widths must be positive, got %d", width);
      }
    }
  }

  /** Adds those of one row, width by width. */
  void addAll(List<byte[]> tokens, List<byte[]> out) {
    int before = out.size();
    for (long width : widths) {
      long padding = padWidth < 0 ? width - 1 : Math.min(padWidth, width - 1);
      add(tokens, width, padding, out);
    }
    if (keepsShort && out.size() == before && !tokens.isEmpty()) {
      long padding = Math.max(padWidth, 0);
      long width = Math.addExact(Math.multiplyExact(2, padding), tokens.size());
      add(tokens, width, padding, out);
    }
  }

  private void add(List<byte[]> tokens, long width, long padding, List<byte[]> out) {
    long padded = Math.addExact(Math.multiplyExact(2, padding), tokens.size());
    long count = Math.max(0, padded - width + 1);
    if (padding > 0 && count > MOST_PADDED / width) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "n-grams of padded rows may have "
              + MOST_PADDED
              + " tokens in all: a row of "
              + tokens.size()
              + " tokens with "
              + padding
              + " more on either side has "
              + count
              + " n-grams of width "
              + width);
    }
    for (long first = -padding; first < count - padding; first++) {
      List<byte[]> parts = new ArrayList<>();
      for (long i = first; i < first + width; i++) {
        parts.add(i < 0 ? leftPad : i < tokens.size() ? tokens.get((int) i) : rightPad);
      }
      out.add(Ascii.join(parts, separator));
    }
  }
}
