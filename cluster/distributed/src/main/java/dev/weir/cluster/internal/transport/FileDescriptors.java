package dev.weir.cluster.internal.transport;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many of the process's file descriptors a port may use for connections. Some are kept for what
 * a task cannot do without: files of checkpoints and classes, and connections to other tasks. So
 * peers that connect too often are refused while the task still works.
 */
public final class FileDescriptors {
  /** A task listens on two ports, for calls and for streams. */
  private static final int PORTS = 2;

  /** What is kept: a quarter of all, and not more than this. */
  private static final long MOST_KEPT = 1_024;

  private FileDescriptors() {}

  /** The bound on connections of one port: the wanted one, unless there are too few descriptors. */
  public static int connections(int wanted) {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? connections(wanted, unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount())
        : wanted;
  }

  static int connections(int wanted, long limit, long open) {
    if (limit <= 0) {
      return wanted; // there is none
    }
    long free = limit - Math.max(0, open) - Math.min(limit / 4, MOST_KEPT);
    return Math.clamp(free / PORTS, 1, wanted);
  }
}
