package dev.weir.cluster.internal.transport;

import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes of messages that a process sends and receives. Thread-safe. */
public final class Traffic {
  private final LongAdder sent = new LongAdder();
  private final LongAdder received = new LongAdder();

  /** So many bytes were given to the network. */
  public void sent(long bytes) {
    sent.add(bytes);
  }

  /** Counts bytes received from the network. */
  public void received(long bytes) {
    received.add(bytes);
  }

  /** All bytes sent so far. */
  public long sent() {
    return sent.sum();
  }

  /** All bytes received so far. */
  public long received() {
    return received.sum();
  }
}
