package dev.weir.runtime;

import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Ops only tests need. */
public final class TestLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(new TestLess(), new TestNeg(), new TestWait());
  }

  static final class TestLess extends Op {
    TestLess() {
      super("TestLess(x: float) -> (y: bool)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context ->
          context.allocate(0, Shape.scalar()).setBoolean(0, context.input(0).getFloat(0) < 100);
    }
  }

  static final class TestNeg extends Op {
    TestNeg() {
      super("TestNeg(x: float) -> (y: float)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return dev.weir.ops.support.UnaryKernels.real(x -> -x);
    }
  }

  /** Waits until its step is stopped, ten seconds at the most. */
  static final class TestWait extends Op {
    TestWait() {
      super("TestWait(x: float) -> (y: float) stateful");
    }

    @Override
    public NodeKind kind() {
      return NodeKind.BLOCKING;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        long end = System.nanoTime() + 10_000_000_000L;
        while (System.nanoTime() < end) {
          context.checkCancelled();
          LockSupport.parkNanos(1_000_000);
        }
        context.set(0, context.input(0).retained());
      };
    }
  }
}
