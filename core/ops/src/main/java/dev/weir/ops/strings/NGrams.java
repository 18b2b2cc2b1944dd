package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import java.util.ArrayList;
import java.util.List;

/** Runs of neighbouring strings, joined. */
final class NGrams {
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
      add(tokens, tokens.size() + 2 * padding, padding, out);
    }
  }

  private void add(List<byte[]> tokens, long width, long padding, List<byte[]> out) {
    long count = tokens.size() + 2 * padding - width + 1;
    for (long first = -padding; first < count - padding; first++) {
      List<byte[]> parts = new ArrayList<>();
      for (long i = first; i < first + width; i++) {
        parts.add(i < 0 ? leftPad : i < tokens.size() ? tokens.get((int) i) : rightPad);
      }
      out.add(Ascii.join(parts, separator));
    }
  }
}
