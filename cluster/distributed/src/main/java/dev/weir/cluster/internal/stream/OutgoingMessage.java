package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import java.util.concurrent.atomic.AtomicInteger;

/** A message on its way out. It holds what it needs until it is released, once. */
abstract class OutgoingMessage {
  private static final int WAITING = 0;
  private static final int BEGUN = 1;
  private static final int WITHDRAWN = 2;
  private static final int BROKEN_OFF = 3;

  private final byte kind;
  private final byte method;
  private final long call;
  private final AtomicInteger state = new AtomicInteger(WAITING);

  OutgoingMessage(byte kind, byte method, long call) {
    this.kind = kind;
    this.method = method;
    this.call = call;
  }

  byte kind() {
    return kind;
  }

  byte method() {
    return method;
  }

  long call() {
    return call;
  }

  /** Whether it may have elements that are sent in chunks, or strings: it lets others pass. */
  boolean isLarge() {
    return false;
  }

  /** How many bytes of tensors it holds, about. */
  long byteSize() {
    return 0;
  }

  /** Writes it. */
  abstract void write(MessageOut out);

  /** All of it is written, or will never be. */
  void release() {}

  /** It could not be written. */
  abstract void failed(WeirException because);

  /** The writer takes it; says whether it is wanted still. */
  boolean begin() {
    return state.compareAndSet(WAITING, BEGUN);
  }

  /** The writer takes it later; says whether it is wanted still. */
  boolean putBack() {
    return state.compareAndSet(BEGUN, WAITING);
  }

  /** Withdraws it; returns whether nothing of it has been sent, nor will be. */
  boolean withdraw() {
    if (state.compareAndSet(WAITING, WITHDRAWN)) {
      return true;
    }
    state.compareAndSet(BEGUN, BROKEN_OFF);
    return false;
  }

  /** Whether what is left of it need not be sent. */
  boolean isBrokenOff() {
    return state.get() == BROKEN_OFF;
  }
}
