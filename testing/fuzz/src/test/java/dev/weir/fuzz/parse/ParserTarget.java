package dev.weir.fuzz.parse;

import java.io.IOException;
import java.util.List;

/** A parser, and inputs it accepts. For one thread at a time. */
interface ParserTarget extends AutoCloseable {
  /** Valid inputs, from which mutations start. */
  List<byte[]> seeds() throws IOException;

  /**
   * Parses an input. A {@code WeirException} is an answer; anything else that is thrown is a
   * finding.
   */
  void parse(byte[] input) throws IOException;

  @Override
  default void close() throws IOException {}
}
