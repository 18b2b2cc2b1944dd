package dev.weir.runtime.internal.rendezvous;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Where the senders and receivers of one step meet. Thread-safe.
 *
 * <p>No thread blocks. A value sent under a key waits for its receiver, a receiver waits for its
 * value; each key is sent once and received once, in either order. The receiver is called on
 * whichever thread completes the pair. After an {@linkplain #abort abort} everything waiting and
 * everything that comes later fails with its cause, and values that were sent are given back.
 */
public interface Rendezvous {
  /** A value on its way: alive with a tensor whose reference passes to the receiver, or dead. */
  record Value(@Nullable Tensor tensor) {
    public static final Value DEAD = new Value(null);
  }

  /** Takes delivery. Exactly one of the arguments is not null. */
  @FunctionalInterface
  interface Receiver {
    void accept(@Nullable Value value, @Nullable WeirException error);
  }

  /** Gives a value. */
  void send(String key, Value value);

  /** Asks for a value; {@code receiver} is called once, now or later. */
  void receive(String key, Receiver receiver);

  /** Fails everything. The first cause stays. */
  void abort(WeirException cause);
}
