package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.NodeKind;
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
import java.util.concurrent.locks.LockSupport;

/** FixtureGraph that do what no op should. */
final class FaultOps {
  private FaultOps() {}

  static List<OpDefinition> all() {
    return List.of(
        new TestFailAt(), new TestFault(), new TestNap(), new TestWait(), new TestThread());
  }

  /** Its input; fails if the first element is this one, modulo a number. */
  static final class TestFailAt extends FixtureOp {
    TestFailAt() {
      super("TestFailAt(x: int64) -> (y: int64) modulus:int; at:int; stateful");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      long modulus = spec.attrs().integer("modulus");
      long at = spec.attrs().integer("at");
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.allocate(0, x.shape());
        if (Math.floorMod(x.getLong(0), modulus) == at) {
          throw WeirException.outOfRange("%d will not do", x.getLong(0));
        }
        y.copyFrom(x, 0, 0, x.elements());
      };
    }
  }

  /** Goes wrong in a way of its choice, holding memory. */
  static final class TestFault extends FixtureOp {
    TestFault() {
      super("TestFault(x: T) -> (y: T) T:type; how:string; stateful");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      String how = spec.attrs().string("how");
      return context -> run(context, how);
    }

    private static void run(KernelContext context, String how) {
      Shape shape = context.input(0).shape();
      context.allocate(0, shape);
      context.scratch(DType.FLOAT32, shape);
      switch (how) {
        case "library" -> throw new NoClassDefFoundError("libfast");
        case "assertion" -> throw new AssertionError("not so");
        case "bracket" -> throw WeirException.invalidArgument("[2,3] is too small");
        case "null" -> throw new NullPointerException();
        case "stack" -> throw new StackOverflowError();
        case "heap" -> throw new OutOfMemoryError("Java heap space");
        case "twice" -> context.set(0, context.input(0).retained());
        case "type" -> context.set(0, context.scratch(DType.INT8, Shape.of(100_000)).retained());
        default -> throw WeirException.invalidArgument("how is %s", how);
      }
    }
  }

  /** Its input, after two milliseconds. */
  static final class TestNap extends FixtureOp {
    TestNap() {
      super("TestNap(x: float) -> (y: float)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        long end = System.nanoTime() + 2_000_000;
        while (System.nanoTime() < end) {
          LockSupport.parkNanos(end - System.nanoTime());
        }
        context.set(0, context.input(0).retained());
      };
    }
  }

  /** Which thread runs it; keeps that busy so long. */
  static final class TestThread extends FixtureOp {
    TestThread() {
      super("TestThread(nanos: int64) -> (thread: int64) stateful");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        long end = System.nanoTime() + context.input(0).getLong(0);
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        context.set(0, Tensors.scalar(Thread.currentThread().threadId()));
      };
    }
  }

  /** Waits until its step is stopped, a minute at the most. */
  static final class TestWait extends FixtureOp {
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
        long end = System.nanoTime() + 60_000_000_000L;
        while (System.nanoTime() < end) {
          context.checkCancelled();
          LockSupport.parkNanos(1_000_000);
        }
        context.set(0, context.input(0).retained());
      };
    }
  }
}
