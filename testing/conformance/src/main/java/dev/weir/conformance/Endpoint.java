package dev.weir.conformance;

import dev.weir.error.WeirException;

/** An output of a node: {@code "name:1"}, or {@code "name"} for its first. */
record Endpoint(String node, int output) {
  static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      return new Endpoint(text, 0);
    }
    try {
      return new Endpoint(
          text.substring(0, colon), Integer.parseUnsignedInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw WeirException.invalidArgument(
          "an endpoint is \"node\" or \"node:output\", got \"%s\"", text);
    }
  }

  @Override
  public String toString() {
    return node + ":" + output;
  }
}
