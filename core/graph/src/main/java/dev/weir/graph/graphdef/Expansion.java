package dev.weir.graph.graphdef;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.ByteSize;

/**
 * How much larger than its file a graph may become in memory. A file can claim, in a few bytes, a
 * constant or a list of outputs of any size.
 */
final class Expansion {
  private static final long MAX_BYTES = 1L << 30;
  private static final long MAX_OUTPUTS = 1L << 24;

  private final long maxBytes;
  private long bytes;
  private long outputs;

  Expansion() {
    this(MAX_BYTES);
  }

  Expansion(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Accounts for {@code count} elements of {@code size} bytes that the file does not spell out. */
  void charge(long count, long size, Object what) {
    boolean fits = count <= maxBytes && bytes + count * size <= maxBytes;
    if (!fits) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          what
              + " is too large: constants may take at most "
              + ByteSize.format(maxBytes)
              + " more than what the file spells out");
    }
    bytes += count * size;
  }

  /** Accounts for the outputs of a node. */
  void chargeOutputs(int count) {
    outputs += count;
    if (outputs > MAX_OUTPUTS) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "the nodes of the graph have more than " + MAX_OUTPUTS + " outputs together");
    }
  }
}
