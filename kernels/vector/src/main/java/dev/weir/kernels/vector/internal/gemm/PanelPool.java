package dev.weir.kernels.vector.internal.gemm;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few reusable arrays for packed panels.
 *
 * <p>A thread-local array would be clobbered when a thread that waits for its tasks runs a task of
 * another product, and would be kept once per thread ever seen. Here a call takes an array out and
 * puts it back: as many are kept as calls were ever under way at once, never more than {@link
 * #SLOTS}. Threads start at different slots, so they seldom meet and usually find the array they
 * used last, still warm in their cache.
 *
 * @param <P> {@code float[]} or {@code double[]}
 */
final class PanelPool<P> {
  private static final int SLOTS =
      2 * Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors());

  private final AtomicReferenceArray<P> slots = new AtomicReferenceArray<>(SLOTS);
  private final GemmElement<?, P> element;

  PanelPool(GemmElement<?, P> element) {
    this.element = element;
  }

  /** Returns an array of at least {@code size} elements with arbitrary contents. */
  P take(int size) {
    int start = (int) Thread.currentThread().threadId();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) & (SLOTS - 1);
      if (slots.getPlain(slot) != null) {
        P panel = slots.getAndSet(slot, null);
        if (panel != null) {
          if (element.length(panel) >= size) {
            return panel;
          }
          return element.newPanel(size); // the smaller one is dropped: sizes grow to what is needed
        }
      }
    }
    return element.newPanel(size);
  }

  /** Gives an array back; it is dropped when all slots are full. */
  void give(P panel) {
    int start = (int) Thread.currentThread().threadId();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) & (SLOTS - 1);
      if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, panel)) {
        return;
      }
    }
  }
}
