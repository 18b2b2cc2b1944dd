package dev.weir.cluster.internal.wire;

import dev.weir.error.ErrorCode;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;

/**
 * How the outputs of a node cross to other tasks: as the session says, or as the node says itself
 * with the attribute {@value #ATTRIBUTE}, which is {@code bfloat16}, {@code gzip}, {@code
 * bfloat16,gzip} or {@code exact}.
 *
 * @param truncates float32 values travel as bfloat16
 * @param compresses the bytes are compressed
 */
public record WireFormat(boolean truncates, boolean compresses) {
  /** Where a node says it. */
  public static final String ATTRIBUTE = "_wire";

  private static final String BFLOAT16 = "bfloat16";
  private static final String GZIP = "gzip";
  private static final String EXACT = "exact";

  /** As a node says, or else as {@code usual}. */
  public static WireFormat of(Node node, WireFormat usual) {
    AttrValue attribute = node.attrs().find(ATTRIBUTE);
    if (attribute == null) {
      return usual;
    }
    boolean truncates = false;
    boolean compresses = false;
    String text = attribute instanceof AttrValue.StringValue string ? string.text() : "";
    for (String word : text.split(",", -1)) {
      switch (word) {
        case BFLOAT16 -> truncates = true;
        case GZIP -> compresses = true;
        case EXACT -> {}
        default ->
            throw node.error(
                ErrorCode.INVALID_ARGUMENT,
                "its attribute _wire is "
                    + attribute
                    + "; it may be \"bfloat16\", \"gzip\", \"bfloat16,gzip\" or \"exact\"");
      }
    }
    return new WireFormat(truncates, compresses);
  }

  /** What a node must say so that its values travel like this, apart from truncation. */
  public String compressionOnly() {
    return compresses ? GZIP : EXACT;
  }
}
