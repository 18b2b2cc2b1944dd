package dev.weir.cluster.stream;

import java.util.List;

/** A message whose beginning has been read; elements of its tensors may follow. */
abstract class Inbound {
  private final MessageIn in;
  private boolean abandoned;

  Inbound(MessageIn in) {
    this.in = in;
  }

  /** What follows, in this order. */
  final List<MessageIn.Following> following() {
    return in.following();
  }

  /** All has come. */
  final void complete() {
    if (!abandoned) {
      completed();
    }
  }

  /** What has come does not count, and what will come goes nowhere. */
  final void abandon() {
    if (!abandoned) {
      abandoned = true;
      in.giveBack();
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
