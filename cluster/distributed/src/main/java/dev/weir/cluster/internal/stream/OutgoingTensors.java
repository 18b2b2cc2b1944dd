package dev.weir.cluster.internal.stream;

import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A message with tensors, to each of which it holds a reference until it is released. */
abstract class OutgoingTensors extends OutgoingMessage {
  private final List<Tensor> held;
  private final AtomicBoolean released = new AtomicBoolean();

  OutgoingTensors(byte kind, byte method, long call, List<Tensor> held) {
    super(kind, method, call);
    this.held = held;
  }

  @Override
  final boolean isLarge() {
    return byteSize() > Frames.MAX_INLINE;
  }

  @Override
  final long byteSize() {
    long bytes = 0;
    for (Tensor tensor : held) {
      bytes += tensor.dtype().isObject() ? Frames.MAX_LENGTH : tensor.byteSize();
    }
    return bytes;
  }

  @Override
  final void release() {
    if (released.compareAndSet(false, true)) {
      held.forEach(tensor -> tensor.buffer().release());
      released();
    }
  }

  /** It needs its tensors no more. */
  void released() {}
}
