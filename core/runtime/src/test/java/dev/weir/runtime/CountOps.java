package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The least an op can have of state: how often it ran. */
final class CountOps {
  private CountOps() {}

  static List<OpDefinition> all() {
    return List.of(
        new Counting("TestCount() -> (count: int64) stateful", CountOps::ofDevice),
        new Counting("TestSessionCount() -> (count: int64) stateful", CountOps::ofSession),
        new Counting("TestCounter() -> (handle: resource) stateful", CountOps::handle),
        new Counting("TestBump(handle: resource) -> (count: int64) stateful", CountOps::bump));
  }

  private static final class Counting extends FixtureOp {
    private final Kernel kernel;

    Counting(String signature, Kernel kernel) {
      super(signature);
      this.kernel = kernel;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return kernel;
    }
  }

  private static void ofDevice(KernelContext context) {
    AtomicLong count = counter(context, context.nodeName());
    context.set(0, Tensors.scalar(count.incrementAndGet()));
  }

  private static void ofSession(KernelContext context) {
    AtomicLong count = context.sessionState(AtomicLong.class, AtomicLong::new);
    context.set(0, Tensors.scalar(count.incrementAndGet()));
  }

  private static void handle(KernelContext context) {
    counter(context, context.nodeName());
    context.allocate(0, Shape.scalar()).setObject(0, context.nodeName());
  }

  private static void bump(KernelContext context) {
    String name = (String) context.input(0).getObject(0);
    AtomicLong count = context.resources().find("", name, AtomicLong.class);
    if (count == null) {
      throw WeirException.notFound("%s is not on %s", name, context.device());
    }
    context.set(0, Tensors.scalar(count.incrementAndGet()));
  }

  private static AtomicLong counter(KernelContext context, String name) {
    return context.resources().getOrCreate("", name, AtomicLong.class, AtomicLong::new);
  }

  /** What a counter says. */
  static long in(Tensor count) {
    return count.dtype() == DType.INT64 ? count.getLong(0) : -1;
  }
}
