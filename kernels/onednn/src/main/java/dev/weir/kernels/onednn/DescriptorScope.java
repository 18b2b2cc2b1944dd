package dev.weir.kernels.onednn;

import java.util.ArrayDeque;
import java.util.Deque;

/** Owns the descriptors needed while a primitive is compiled, and destroys them when closed. */
final class DescriptorScope implements AutoCloseable {

  private final Deque<Runnable> destroyers = new ArrayDeque<>();

  /** oneDNN's descriptor of a layout. */
  long memoryDesc(MemoryDesc desc) {
    return own(DnnlObject.MEMORY_DESC, DnnlObjects.createMemoryDesc(desc));
  }

  long attributes(PrimitiveAttributes attributes) {
    long made = own(DnnlObject.ATTRIBUTES, DnnlObjects.createAttributes(attributes.mathMode()));
    if (!attributes.postOps().isEmpty()) {
      long postOps = own(DnnlObject.POST_OPS, DnnlObjects.createPostOps());
      attributes.postOps().forEach(postOp -> postOp.appendTo(postOps, this));
      DnnlObjects.setPostOps(made, postOps);
    }
    return made;
  }

  /** Takes over an object; returns it. */
  long own(DnnlObject kind, long object) {
    destroyers.push(() -> kind.destroy(object));
    return object;
  }

  @Override
  public void close() {
    destroyers.forEach(Runnable::run);
    destroyers.clear();
  }
}
