package dev.weir.graph;

import dev.weir.error.WeirException;

/**
 * The name of an output: {@code node:index}, or just {@code node} for index 0.
 *
 * @param node the node's name
 * @param index which output, from 0
 */
public record Endpoint(String node, int index) {
  private static final int MAX_INDEX_DIGITS = 9;

  /** Reads a name. What follows the last colon is the index if it is a number. */
  public static Endpoint parse(String text) {
    if (text.isEmpty()) {
      throw WeirException.invalidArgument("the name of an output is empty");
    }
    int colon = text.lastIndexOf(':');
    String digits = text.substring(colon + 1);
    boolean hasIndex =
        colon > 0
            && !digits.isEmpty()
            && digits.length() <= MAX_INDEX_DIGITS
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return hasIndex
        ? new Endpoint(text.substring(0, colon), Integer.parseInt(digits))
        : new Endpoint(text, 0);
  }

  @Override
  public String toString() {
    return node + ":" + index;
  }
}
