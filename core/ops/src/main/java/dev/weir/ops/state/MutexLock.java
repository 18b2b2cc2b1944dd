package dev.weir.ops.state;

import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waits until no other step holds a mutex, and then holds it until the lock is consumed; at the
 * latest until the step is over, however it ends.
 */
final class MutexLock extends StateOp {
  /** The container of the locks a step holds. */
  static final String CONTAINER = "mutex locks";

  private static final AtomicLong NEXT = new AtomicLong();

  MutexLock() {
    super("MutexLock(mutex: resource) -> (mutex_lock: variant) stateful");
  }

  @Override
  public NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Mutex mutex = Handles.findOrCreate(context, 0, Mutex.class, Mutex::new);
      HeldLock held = new HeldLock("lock " + NEXT.getAndIncrement());
      Mutex.Lock lock = mutex.acquire(context);
      context.stepResources().getOrCreate(CONTAINER, held.name(), Mutex.Lock.class, () -> lock);
      context.allocate(0, Shape.scalar()).setObject(0, held);
    };
  }

  /** Names a lock among the state of its step. */
  record HeldLock(String name) {}
}
