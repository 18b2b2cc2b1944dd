package dev.weir.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of this process as Linux sees it, in bytes; 0 on systems that do not tell. */
public final class ProcessMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path FORGET = Path.of("/proc/self/clear_refs");
  private static final String FORGET_PEAK = "5";

  private ProcessMemory() {}

  /** What it has in memory now. */
  public static long resident() {
    return status("VmRSS:");
  }

  /** The most it had in memory since it started, or since the peak was restarted. */
  public static long peak() {
    return status("VmHWM:");
  }

  /** Whether a peak can be measured here. */
  public static boolean tellsPeak() {
    return peak() > 0 && Files.isWritable(FORGET);
  }

  /** Lets the peak begin anew. */
  public static void restartPeak() {
    try {
      Files.writeString(FORGET, FORGET_PEAK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long status(String field) {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(field)) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
