package dev.weir.tensor.memory;

import java.lang.management.ManagementFactory;

/**
 * The process-wide allocator. Its budget is three quarters of the machine's memory, or what the
 * system property {@code weir.memory.budget} says, in bytes or with a suffix ({@code 4g}).
 */
final class SharedAllocator {
  static final Allocator INSTANCE = new CachingAllocator(budget());

  private SharedAllocator() {}

  private static long budget() {
    String property = System.getProperty("weir.memory.budget");
    if (property != null) {
      return ByteSize.parse(property);
    }
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean machine) {
      return machine.getTotalMemorySize() / 4 * 3;
    }
    return Runtime.getRuntime().maxMemory();
  }
}
