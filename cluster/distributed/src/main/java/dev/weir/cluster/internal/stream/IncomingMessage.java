package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import java.util.List;

/** A message whose beginning has been read; elements of its tensors may follow. */
abstract class IncomingMessage {
  private final MessageIn in;
  private boolean abandoned;

  IncomingMessage(MessageIn in) {
    this.in = in;
  }

  /** What follows, in this order. */
  final List<IncomingPayload> payloads() {
    return in.payloads();
  }

  /** All of it has arrived. */
  final void complete() {
    try {
      if (!abandoned) {
        completed();
      }
    } catch (RuntimeException | Error e) {
      in.giveBack();
      throw e;
    } finally {
      in.close();
    }
  }

  /** Discards what has arrived: the message fails once all of it has been read. */
  final void refuse(WeirException because) {
    in.refuse(because);
  }

  /** Discards what has arrived and what will arrive. */
  final void abandon() {
    if (!abandoned) {
      abandoned = true;
      in.giveBack();
      in.close();
    }
  }

  /** The sender cancelled: the rest will not arrive. */
  final void drop() {
    if (!abandoned) {
      abandon();
      dropped();
    }
  }

  abstract void completed();

  abstract void dropped();
}
