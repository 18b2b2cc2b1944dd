package dev.weir.tensor.memory;

import dev.weir.error.WeirException;
import java.util.Locale;

/** Numbers of bytes as people write them. */
public final class ByteSize {
  private static final String UNITS = "kmgt";

  private ByteSize() {}

  /** Reads {@code 1024}, {@code 64k}, {@code 512m}, {@code 4g} or {@code 1t}. */
  public static long parse(String text) {
    String trimmed = text.strip().toLowerCase(Locale.ROOT);
    int unit = trimmed.isEmpty() ? -1 : UNITS.indexOf(trimmed.charAt(trimmed.length() - 1));
    String digits = unit < 0 ? trimmed : trimmed.substring(0, trimmed.length() - 1);
    try {
      return Math.multiplyExact(Long.parseLong(digits), 1L << (10 * (unit + 1)));
    } catch (NumberFormatException | ArithmeticException e) {
      throw WeirException.invalidArgument(
          "\"%s\" is not a number of bytes; write 1048576, 512m or 4g", text);
    }
  }

  /** {@code 512 B}, {@code 3.0 GiB}. */
  public static String format(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double scaled = (double) bytes / (1L << (10 * unit));
    return String.format(Locale.ROOT, "%.1f %ciB", scaled, "KMGTPE".charAt(unit - 1));
  }
}
