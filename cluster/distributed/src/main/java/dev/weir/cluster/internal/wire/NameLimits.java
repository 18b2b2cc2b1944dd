package dev.weir.cluster.internal.wire;

import dev.weir.error.WeirException;
import dev.weir.runtime.internal.compile.StepSpec;
import java.util.Collection;

/** Limits on names that other processes choose and that are kept here. */
public final class NameLimits {
  /** How many characters one may have. */
  public static final int LONGEST = 512;

  private static final int SHOWN = 40;

  /** About what a string takes besides its characters. */
  private static final int OVERHEAD = 48;

  private NameLimits() {}

  /**
   * Fails if a name is too long.
   *
   * @param what it names, for the error
   */
  public static void check(String what, String name) {
    if (name.length() > LONGEST) {
      throw WeirException.invalidArgument(
          "%s has %d characters; the limit is %d: \"%s...\"",
          what, name.length(), LONGEST, name.substring(0, SHOWN));
    }
  }

  /** About how many bytes the names of a step take. */
  public static long bytes(StepSpec step) {
    return bytes(step.feeds()) + bytes(step.fetches()) + bytes(step.targets());
  }

  private static long bytes(Collection<String> names) {
    long bytes = 0;
    for (String name : names) {
      bytes += OVERHEAD + name.length();
    }
    return bytes;
  }
}
