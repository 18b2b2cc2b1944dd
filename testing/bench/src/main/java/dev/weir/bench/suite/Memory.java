package dev.weir.bench.suite;

import dev.weir.bench.harness.ProcessMemory;
import dev.weir.tensor.memory.Allocator;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/**
 * What this process holds at a moment, in bytes.
 *
 * @param heap on the Java heap, after a collection
 * @param offHeap in tensors
 * @param cached kept by the allocator for reuse
 * @param resident of the whole process, as the operating system sees it; 0 where it does not tell
 */
record Memory(long heap, long offHeap, long cached, long resident) {
  /** Collects garbage until nothing more comes back, and looks. */
  static Memory now() {
    MemoryMXBean bean = ManagementFactory.getMemoryMXBean();
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      System.gc();
      pause(); // memory outside of the heap is given back by a thread of its own
      long used = bean.getHeapMemoryUsage().getUsed();
      if (used >= heap) {
        break;
      }
      heap = used;
    }
    Allocator.Usage usage = Allocator.shared().usage();
    return new Memory(heap, usage.inUse(), usage.cached(), ProcessMemory.resident());
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
