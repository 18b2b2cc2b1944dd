package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Gives a mutex back. A lock that is consumed a second time is not there any more. */
final class ConsumeMutexLock extends StateOp {
  ConsumeMutexLock() {
    super("ConsumeMutexLock(mutex_lock: variant) -> () stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor tensor = context.input(0);
      if (tensor.elements() != 1 || !(tensor.getObject(0) instanceof MutexLock.HeldLock held)) {
        throw WeirException.invalidArgument(
            "a lock that MutexLock gave is needed, got %s%s", tensor.dtype(), tensor.shape());
      }
      context.stepResources().remove(MutexLock.CONTAINER, held.name(), Mutex.Lock.class);
    };
  }
}
