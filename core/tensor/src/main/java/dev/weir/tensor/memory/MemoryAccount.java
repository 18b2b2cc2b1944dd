package dev.weir.tensor.memory;

/**
 * A share of an allocator's budget for memory that the allocator does not hand out itself, such as
 * messages that a library buffers. It counts as in use until it is closed. Not thread-safe.
 */
public interface MemoryAccount extends AutoCloseable {
  /** An account that counts nothing, for allocators without a budget. */
  MemoryAccount UNLIMITED =
      new MemoryAccount() {
        @Override
        public void charge(long bytes) {}

        @Override
        public void close() {}
      };

  /** Takes more bytes; {@code RESOURCE_EXHAUSTED} if the budget does not allow it. */
  void charge(long bytes);

  /** Gives all bytes back; further calls have no effect. */
  @Override
  void close();
}
