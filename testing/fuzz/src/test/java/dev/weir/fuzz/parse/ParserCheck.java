package dev.weir.fuzz.parse;

import com.sun.management.ThreadMXBean;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What every outcome must be: a value or a {@link WeirException} that is not {@code INTERNAL},
 * within a time, and with no more heap than small inputs may take.
 */
final class ParserCheck {
  /**
   * Small inputs take microseconds; a loaded machine and a full collection may take many seconds.
   */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** What parsing an input may allocate on the heap: a base, and so much a byte of the input. */
  private static final long BASE_BYTES = 192L << 20;

  private static final long BYTES_A_BYTE = 4096;

  /** Jazzer instruments classes on the thread that loads them, so allocations are not counted. */
  private static final boolean COUNTS_ALLOCATIONS = !Boolean.getBoolean("weir.fuzz.jazzer");

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private ParserCheck() {}

  /** Parses an input; throws an {@link AssertionError} if the outcome is a finding. */
  static void check(ParserTarget target, byte[] input) {
    long thread = Thread.currentThread().threadId();
    long allocated = THREADS.getThreadAllocatedBytes(thread);
    long start = System.nanoTime();
    try {
      target.parse(input);
    } catch (WeirException e) {
      if (e.code() == ErrorCode.INTERNAL) {
        throw new AssertionError("a mistake of the parser: " + e.getMessage(), e);
      }
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      throw new AssertionError("neither a value nor a WeirException: " + e, e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    long used = THREADS.getThreadAllocatedBytes(thread) - allocated;
    if (took.compareTo(LONGEST) > 0) {
      throw new AssertionError("took " + took + " for " + input.length + " bytes");
    }
    if (COUNTS_ALLOCATIONS && used > BASE_BYTES + BYTES_A_BYTE * input.length) {
      throw new AssertionError("allocated " + used + " bytes for " + input.length + " bytes");
    }
  }
}
