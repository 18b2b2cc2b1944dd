package dev.weir.kernels.vector.internal.support;

/**
 * Whether a loop over vectors is compiled. Until then it is a hundred times slower than one over
 * single elements, since every vector is an object. So callers use single elements, until they have
 * processed enough of them to justify compilation and {@link WarmUp} has compiled the vectors in
 * the background. Both give the same bits, so the switch has no visible effect.
 */
public final class Warmth {
  /** A loop that can run on scratch memory. */
  public interface Loop {
    /**
     * Runs over a few vectors in scratch memory of {@link WarmUp#SCRATCH_BYTES}.
     *
     * @param form which of several loops
     */
    void warmUp(int form, long scratch);
  }

  /** The system property is for tests that look for accesses outside of tensors. */
  private static volatile boolean isForced = Boolean.getBoolean("weir.vector.forced");

  private final Loop loop;
  private final int form;
  private final long warmUpThreshold;
  private long seen; // by any thread; a lost update does no harm
  private volatile boolean isWarm;
  private volatile boolean isRequested;

  /**
   * The state of a new loop.
   *
   * @param warmUpThreshold elements to process before vectors are compiled
   */
  public Warmth(Loop loop, int form, long warmUpThreshold) {
    this.loop = loop;
    this.form = form;
    this.warmUpThreshold = warmUpThreshold;
  }

  /** Whether to use vectors for the next {@code elements} elements. */
  public boolean allows(long elements) {
    return isWarm || isForced || see(elements);
  }

  private boolean see(long elements) {
    seen += elements;
    if (seen >= warmUpThreshold && !isRequested) {
      isRequested = true;
      WarmUp.request(this);
    }
    return false;
  }

  void runOnce(long scratch) {
    loop.warmUp(form, scratch);
  }

  void setWarm() {
    isWarm = true;
  }

  /** For tests: vectors from the first element on, however slow. */
  public static void force(boolean on) {
    isForced = on;
  }
}
