package dev.weir.ops.io;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ResourceKind;
import dev.weir.ops.support.WaitingLine;
import dev.weir.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A queue of elements, each of several tensors. Enqueues wait while it is full, dequeues while it
 * has too few elements, each kind in the order in which they came. It owns references to the memory
 * of what is in it. Thread-safe.
 */
public final class TensorQueue implements AutoCloseable {
  /** The kind of resource it is. */
  public static final ResourceKind KIND = new ResourceKind("Queue", TensorQueue.class);

  private final String name;
  private final QueueSpec spec;
  private final QueueOrder order;
  private final ReentrantLock guard = new ReentrantLock();
  private final WaitingLine enqueuers = new WaitingLine(guard);
  private final WaitingLine dequeuers = new WaitingLine(guard);
  private boolean closed;
  private boolean cancelled;
  private boolean removed;

  TensorQueue(String name, QueueSpec spec, QueueOrder order) {
    this.name = name;
    this.spec = spec;
    this.order = order;
  }

  QueueSpec spec() {
    return spec;
  }

  /** Puts elements in, one after the other; takes over their references. */
  void enqueue(KernelContext context, List<List<Tensor>> elements) {
    Deque<List<Tensor>> open = new ArrayDeque<>(elements);
    try {
      inTurn(
          enqueuers,
          turn -> {
            while (!open.isEmpty()) {
              turn.await(context, () -> cancelled || (turn.isFirst() && (closed || !isFull())));
              if (closed) {
                throw new WeirException(ErrorCode.CANCELLED, this + " is closed");
              }
              order.add(open.removeFirst());
              dequeuers.wakeFirst();
            }
          });
    } finally {
      open.forEach(TensorQueue::release);
    }
  }

  private boolean isFull() {
    return order.size() >= spec.capacity();
  }

  /**
   * Takes elements out, whose references are now the caller's. If the queue is closed and there are
   * too few, that is an error and they stay; or if {@code orFewer}, all that there are.
   */
  List<List<Tensor>> dequeue(KernelContext context, int count, boolean orFewer) {
    List<List<Tensor>> taken = new ArrayList<>();
    inTurn(dequeuers, turn -> take(context, turn, count, orFewer, taken));
    return taken;
  }

  private void take(
      KernelContext context,
      WaitingLine.Turn turn,
      int count,
      boolean orFewer,
      List<List<Tensor>> taken) {
    int wanted = count;
    boolean complete = false;
    try {
      while (taken.size() < wanted) {
        turn.await(context, () -> turn.isFirst() && (closed || order.size() > spec.least()));
        int missing = wanted - taken.size();
        if (closed && order.size() < missing) {
          int left = order.size() + taken.size();
          if (!orFewer || left == 0) {
            throw WeirException.outOfRange(
                "%s is closed and has insufficient elements (requested %d, current size %d)",
                this, count, left);
          }
          wanted = left;
        }
        taken.add(order.take());
        enqueuers.wakeFirst();
      }
      complete = true;
    } finally {
      if (!complete) {
        taken.reversed().forEach(removed ? TensorQueue::release : order::putBack);
        taken.clear();
      }
    }
  }

  private void inTurn(WaitingLine line, Consumer<WaitingLine.Turn> body) {
    guard.lock();
    try {
      WaitingLine.Turn turn = line.join();
      try {
        body.accept(turn);
      } finally {
        turn.leave();
      }
    } finally {
      guard.unlock();
    }
  }

  /** Takes no more elements once those that wait to get in are in, or if told so, at once. */
  void close(KernelContext context, boolean cancelPending) {
    if (cancelPending) {
      closeNow();
      return;
    }
    inTurn(
        enqueuers,
        turn -> {
          turn.await(context, () -> cancelled || turn.isFirst());
          closed = true;
          dequeuers.wakeFirst();
        });
  }

  private void closeNow() {
    guard.lock();
    try {
      closed = true;
      cancelled = true;
      enqueuers.wakeAll();
      dequeuers.wakeFirst();
    } finally {
      guard.unlock();
    }
  }

  boolean isClosed() {
    guard.lock();
    try {
      return closed;
    } finally {
      guard.unlock();
    }
  }

  int size() {
    guard.lock();
    try {
      return order.size();
    } finally {
      guard.unlock();
    }
  }

  static void release(List<Tensor> element) {
    element.forEach(component -> component.buffer().release());
  }

  /** Ends all waiting and drops what is in it. */
  @Override
  public void close() {
    guard.lock();
    try {
      closeNow();
      removed = true;
      while (order.size() > 0) {
        release(order.take());
      }
    } finally {
      guard.unlock();
    }
  }

  /** {@code FIFOQueue 'name'}. */
  @Override
  public String toString() {
    return spec.kind() + " '" + name + "'";
  }
}
