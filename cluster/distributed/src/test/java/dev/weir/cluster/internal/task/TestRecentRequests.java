package dev.weir.cluster.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestRecentRequests {
  /** Compares with a set that forgets its eldest, with few numbers, so that most come again. */
  @Test
  void knowsTheLastOnes() {
    Random random = new Random(5);
    for (int kept : new int[] {1, 2, 15, 16, 17, 100}) {
      RecentRequests recent = new RecentRequests(kept);
      LinkedHashSet<Long> expected = new LinkedHashSet<>();
      for (int i = 0; i < 20_000; i++) {
        long number = random.nextInt(3 * kept) - kept;
        boolean isNew = expected.add(number);
        assertThat(recent.add(number)).as("%d of %d", number, kept).isEqualTo(isNew);
        if (expected.size() > kept) {
          Iterator<Long> eldest = expected.iterator();
          eldest.next();
          eldest.remove();
        }
      }
    }
  }

  /** As many as a worker keeps. Boxed in a set they would take more than 7 MB, not 2. */
  @Test
  void takesNoMoreMemoryThanIsNeeded() {
    Random random = new Random(6);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RecentRequests recent = new RecentRequests(100_000);
    long before = thread.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100_000; i++) {
      recent.add(random.nextLong());
    }
    long full = thread.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 1_000_000; i++) {
      recent.add(random.nextLong());
    }
    long after = thread.getCurrentThreadAllocatedBytes();
    assertThat(full - before).isLessThan(4_500_000); // with the smaller tables before the last
    assertThat(after - full).isLessThan(10_000);
  }
}
