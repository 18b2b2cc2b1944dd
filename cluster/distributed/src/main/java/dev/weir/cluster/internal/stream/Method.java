package dev.weir.cluster.internal.stream;

import org.jspecify.annotations.Nullable;

/** What can be called over a stream; the numbers are on the wire. */
enum Method {
  RECEIVE_TENSOR(1, "RecvTensor"),
  RUN_GRAPH(2, "RunGraph"),
  CLEAN_UP(3, "CleanupGraph"),
  RUN_STEP(4, "RunStep"),
  RUN_CALLABLE(5, "RunCallable");

  private static final Method[] ALL = values();

  private final byte number;
  private final String text;

  Method(int number, String text) {
    this.number = (byte) number;
    this.text = text;
  }

  byte number() {
    return number;
  }

  /** The name TensorFlow gives it. */
  String text() {
    return text;
  }

  /** Whether a task that leaves the cluster refuses it. */
  boolean startsWork() {
    return this == RUN_GRAPH || this == RUN_STEP || this == RUN_CALLABLE;
  }

  /** Whether masters have it, for clients; the others are of workers, for tasks. */
  boolean isOfMaster() {
    return this == RUN_STEP || this == RUN_CALLABLE;
  }

  static @Nullable Method of(byte number) {
    return number > 0 && number <= ALL.length ? ALL[number - 1] : null;
  }
}
