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

  /** All has come. */
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

  /** What has come does not count: the message fails when all of it has been read. */
  final void refuse(WeirException because) {
    in.refuse(because);
  }

  /** What has come does not count, and what will come goes nowhere. */
  final void abandon() {
    if (!abandoned) {
      abandoned = true;
      in.giveBack();
      in.close();
    }
  }

  /** The rest will not come: who sent it gave up. */
  final void drop() {
    if (!abandoned) {
      abandon();
      dropped();
    }
  }

  abstract void completed();

  abstract void dropped();
}
