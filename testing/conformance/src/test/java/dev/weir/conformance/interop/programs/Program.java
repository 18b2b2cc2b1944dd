package dev.weir.conformance.interop.programs;

import java.util.function.Consumer;

/**
 * A program that builds a graph with tensorflow-java and says what to run.
 *
 * @param name unique among all programs, without white space
 * @param isRacy whether what it computes depends on the order in which nodes happen to run, with
 *     TensorFlow too: only types, shapes and errors can be compared
 */
record Program(String name, Consumer<Script> body, boolean isRacy) {
  Program(String name, Consumer<Script> body) {
    this(name, body, false);
  }
}
