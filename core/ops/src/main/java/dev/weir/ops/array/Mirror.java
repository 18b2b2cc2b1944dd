package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.tensor.Shape;

/** How a mirror at the edges of a tensor continues it. */
enum Mirror {
  /** The edge itself is not repeated: {@code c b | a b c | b a}. */
  REFLECT(1),
  /** The edge is repeated: {@code b a | a b c | c b}. */
  SYMMETRIC(0);

  private final int offset;

  Mirror(int offset) {
    this.offset = offset;
  }

  static Mirror of(Attributes attrs) {
    return valueOf(attrs.string("mode"));
  }

  /** Refuses paddings that reach further than the mirror. */
  void requireReach(Paddings paddings, Shape unpadded) {
    for (int d = 0; d < unpadded.rank(); d++) {
      long size = unpadded.size(d);
      long reach = size - offset;
      if (size >= 0 && (paddings.before()[d] > reach || paddings.after()[d] > reach)) {
        throw WeirException.invalidArgument(
            "paddings of %s must not exceed the size less %d: dimension %d of %s, paddings %d and"
                + " %d",
            this, offset, d, unpadded, paddings.before()[d], paddings.after()[d]);
      }
    }
  }

  /** Where the mirror image before the first position of a dimension begins, read backwards. */
  long first(long before) {
    return before - 1 + offset;
  }

  /** The last position that the mirror image after the end of a dimension shows first. */
  long last(long size) {
    return size - 1 - offset;
  }
}
