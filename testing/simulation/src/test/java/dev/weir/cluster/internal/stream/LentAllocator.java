package dev.weir.cluster.internal.stream;

import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;

/** The memory of the receiver of the next message. */
final class LentAllocator implements Allocator {
  private Allocator lent = Allocator.shared();

  void lend(Allocator allocator) {
    lent = allocator;
  }

  @Override
  public Buffer allocate(long bytes, String holder) {
    return lent.allocate(bytes, holder);
  }

  @Override
  public Buffer allocateGradually(long bytes, long charged, String holder) {
    return lent.allocateGradually(bytes, charged, holder);
  }

  @Override
  public void charge(Buffer buffer, long bytes) {
    lent.charge(buffer, bytes);
  }

  @Override
  public Usage usage() {
    return lent.usage();
  }

  @Override
  public void restartPeak() {
    lent.restartPeak();
  }
}
