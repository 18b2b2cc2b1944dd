package dev.weir.error;

import java.io.IOException;
import java.util.Locale;

/**
 * Recognizes failures of files for which Java has no exception of their own, by what the operating
 * system says.
 */
public final class IoErrors {
  private IoErrors() {}

  /** Whether the disk, a quota, or the largest size of a file is exhausted. */
  public static boolean isDiskFull(IOException cause) {
    String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    return text.contains("no space left")
        || text.contains("not enough space")
        || text.contains("disk space")
        || text.contains("quota exceeded")
        || text.contains("file too large"); // the limit of a process (ulimit -f)
  }

  /** Whether the process has no file descriptors left. */
  public static boolean isOutOfDescriptors(IOException cause) {
    return String.valueOf(cause.getMessage()).contains("oo many open files");
  }
}
