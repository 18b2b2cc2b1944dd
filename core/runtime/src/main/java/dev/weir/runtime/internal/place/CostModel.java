package dev.weir.runtime.internal.place;

import dev.weir.graph.Node;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long nodes take and how much they produce: an estimate from what is known of shapes, replaced
 * by what was measured once a node has run. Thread-safe.
 */
public final class CostModel {
  private static final double NANOS_PER_BYTE = 0.2;
  private static final double NANOS_PER_NODE = 1_000;
  private static final double NANOS_PER_TRANSFER = 20_000;
  private static final double TRANSFER_NANOS_PER_BYTE = 0.1;
  private static final long UNKNOWN_SIZE_GUESS = 16;
  private static final double NEWEST_SHARE = 0.3;

  /** What is known of a node; the bytes are negative if they are not known. */
  private record Measured(double nanos, double bytes) {
    Measured and(Measured newer) {
      return new Measured(
          nanos + NEWEST_SHARE * (newer.nanos - nanos),
          bytes < 0 || newer.bytes < 0
              ? Math.max(bytes, newer.bytes)
              : bytes + NEWEST_SHARE * (newer.bytes - bytes));
    }
  }

  private final Map<String, Measured> measured = new ConcurrentHashMap<>();

  /**
   * Notes a run of a node; recent runs count more.
   *
   * @param outputBytes negative if they were not measured
   */
  public void record(String node, long nanos, long outputBytes) {
    measured.merge(node, new Measured(nanos, outputBytes), Measured::and);
  }

  /** Nanoseconds a node takes on a device of speed 1. */
  public double computeNanos(Node node) {
    Measured known = measured.get(node.name());
    if (known != null) {
      return known.nanos();
    }
    double bytes = outputBytes(node);
    for (int i = 0; i < node.inputCount(); i++) {
      bytes += bytes(node.input(i).dtype(), node.input(i).shape());
    }
    return NANOS_PER_NODE + NANOS_PER_BYTE * bytes * node.op().workPerByte();
  }

  /** Nanoseconds it takes to bring an output of a node to another device. */
  public double transferNanos(Node node, int output) {
    Measured known = measured.get(node.name());
    double bytes =
        known != null && known.bytes() >= 0
            ? known.bytes()
            : bytes(node.outputDtype(output), node.outputShape(output));
    return NANOS_PER_TRANSFER + TRANSFER_NANOS_PER_BYTE * bytes;
  }

  private static double outputBytes(Node node) {
    double bytes = 0;
    for (int i = 0; i < node.outputCount(); i++) {
      bytes += bytes(node.outputDtype(i), node.outputShape(i));
    }
    return bytes;
  }

  private static double bytes(DType dtype, Shape shape) {
    double bytes = Math.max(1, dtype.byteSize());
    if (!shape.hasRank()) {
      return bytes * UNKNOWN_SIZE_GUESS;
    }
    for (long size : shape.sizes()) {
      bytes *= size == Shape.UNKNOWN_SIZE ? UNKNOWN_SIZE_GUESS : size;
    }
    return bytes;
  }
}
