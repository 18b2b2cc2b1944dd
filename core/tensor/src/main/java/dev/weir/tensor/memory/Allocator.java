package dev.weir.tensor.memory;

/**
 * Hands out the memory of tensors. Thread-safe.
 *
 * <p>An allocator has a budget: a hard limit on what it takes from the operating system. An
 * allocation that does not fit even after everything unused was given back fails with {@code
 * RESOURCE_EXHAUSTED} and a message naming who asked, for how much, and who holds the most.
 */
public interface Allocator {
  /**
   * A buffer of at least {@code bytes} bytes, 64-byte aligned, with undefined contents.
   *
   * @param bytes how many bytes are needed; 0 is allowed
   * @param holder what they are for, as it is to appear in an error: {@code MatMul
   *     "layer1/product"}
   */
  Buffer allocate(long bytes, String holder);

  /**
   * A buffer for bytes that arrive little by little, from someone who may not send them all: only
   * the first {@code charged} count as in use, and take memory of the machine, until {@link
   * #charge} is called for more. An allocator that cannot do this charges all of them.
   *
   * @param bytes how many bytes there will be
   * @param charged how many may be used now
   */
  default Buffer allocateGradually(long bytes, long charged, String holder) {
    return allocate(bytes, holder);
  }

  /**
   * Lets the first {@code bytes} bytes of a buffer from {@link #allocateGradually} be used. If they
   * do not fit in the budget, it fails as an allocation does, and the buffer stays as it was.
   */
  default void charge(Buffer buffer, long bytes) {}

  /**
   * An account for memory that others hand out.
   *
   * @param holder what it is for, as it is to appear in an error
   */
  default MemoryAccount account(String holder) {
    return MemoryAccount.UNLIMITED;
  }

  /** What is in use, cached and allowed now. */
  Usage usage();

  /** Lets {@link Usage#peak} begin anew, at what is in use now. */
  void restartPeak();

  /**
   * A snapshot of an allocator, in bytes.
   *
   * @param inUse handed out and not yet given back
   * @param cached kept for reuse
   * @param budget the limit for the two together
   * @param peak the most that was in use since the peak was last restarted
   */
  record Usage(long inUse, long cached, long budget, long peak) {}

  /** The allocator tensors use unless told otherwise. */
  static Allocator shared() {
    return SharedAllocator.INSTANCE;
  }
}
