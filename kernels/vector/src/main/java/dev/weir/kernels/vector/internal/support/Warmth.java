package dev.weir.kernels.vector.internal.support;

/**
 * Whether a loop over vectors is compiled. Until then it is a hundred times slower than one over
 * single elements, since every vector is an object; so single elements it is, until enough of them
 * have gone by to make the vectors worthwhile and {@link WarmUp} has had them compiled, on a thread
 * of its own. Both give the same bits, so that nobody can tell when the change happens.
 */
public final class Warmth {
  /** A loop that can be run for nothing. */
  public interface Loop {
    /**
     * Runs over a few vectors in memory that holds nothing, {@link WarmUp#SCRATCH_BYTES} of it.
     *
     * @param form which of several loops
     */
    void warmUp(int form, long scratch);
  }

  /** The system property is for tests that look for accesses outside of tensors. */
  private static volatile boolean isForced = Boolean.getBoolean("weir.vector.forced");

  private final Loop loop;
  private final int form;
  private final long patience;
  private long seen; // by any thread; a lost update does no harm
  private volatile boolean isWarm;
  private volatile boolean isRequested;

  /**
   * Of a loop that nobody has used yet.
   *
   * @param patience elements to go by before vectors are worthwhile
   */
  public Warmth(Loop loop, int form, long patience) {
    this.loop = loop;
    this.form = form;
    this.patience = patience;
  }

  /** Whether vectors are to be used for so many elements now. */
  public boolean allows(long elements) {
    return isWarm || isForced || see(elements);
  }

  private boolean see(long elements) {
    seen += elements;
    if (seen >= patience && !isRequested) {
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
