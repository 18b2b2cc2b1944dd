package dev.weir.runtime;

import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** FixtureGraph that programs of conditionals and loops are made of. */
final class FlowOps {
  private FlowOps() {}

  static List<OpDefinition> all() {
    return List.of(
        new TestBelow(),
        new TestFewer(),
        new TestLateRule(),
        new TestLess(),
        new TestModulus(),
        new TestPass(),
        new TestPlus(),
        new TestTogether());
  }

  /** Whether the first element, modulo a number, is below another. */
  static final class TestBelow extends FixtureOp {
    TestBelow() {
      super("TestBelow(x: int64) -> (y: bool) modulus:int; below:int;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      long modulus = spec.attrs().integer("modulus");
      long below = spec.attrs().integer("below");
      return context -> {
        long value = Math.floorMod(context.input(0).getLong(0), modulus);
        context.set(0, Tensors.scalar(value < below));
      };
    }
  }

  /** Whether the first element of one is less than that of another. */
  static final class TestFewer extends FixtureOp {
    TestFewer() {
      super("TestFewer(a: int64, b: int64) -> (y: bool)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        boolean fewer = context.input(0).getLong(0) < context.input(1).getLong(0);
        context.set(0, Tensors.scalar(fewer));
      };
    }
  }

  /** Its input; looks at the axis only where it knows how many there are. */
  static final class TestLateRule extends FixtureOp {
    TestLateRule() {
      super("TestLateRule(x: float, axis: int32) -> (y: float)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      Tensor axis = context.input(0).hasRank() ? context.constant(1) : null;
      if (axis != null && axis.getLong(0) >= context.input(0).rank()) {
        throw context.invalid("axis is %d", axis.getLong(0));
      }
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> context.set(0, context.input(0).retained());
    }
  }

  /** Notes how many of its kind run at the same time. */
  static final class TestTogether extends FixtureOp {
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static volatile AtomicInteger most = new AtomicInteger();

    TestTogether() {
      super("TestTogether(x: int64) -> () stateful");
    }

    static void watch(AtomicInteger mostAtOnce) {
      most = mostAtOnce;
    }

    @Override
    public NodeKind kind() {
      return NodeKind.BLOCKING;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of();
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        most.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
        LockSupport.parkNanos(500_000);
        RUNNING.decrementAndGet();
      };
    }
  }

  /** Every element plus a number. */
  static final class TestPlus extends FixtureOp {
    TestPlus() {
      super("TestPlus(x: float) -> (y: float) amount:int;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      long amount = spec.attrs().integer("amount");
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.forward(0, 0, x.shape());
        for (long i = 0; i < x.elements(); i++) {
          y.setFloat(i, x.getFloat(i) + amount);
        }
      };
    }
  }

  /** Every element modulo a number, in place if possible. */
  static final class TestModulus extends FixtureOp {
    TestModulus() {
      super("TestModulus(x: int64) -> (y: int64) modulus:int;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      long modulus = spec.attrs().integer("modulus");
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.forward(0, 0, x.shape());
        for (long i = 0; i < x.elements(); i++) {
          y.setLong(i, Math.floorMod(x.getLong(i), modulus));
        }
      };
    }
  }

  /** Its input, from a thread of its own. */
  static final class TestPass extends FixtureOp {
    TestPass() {
      super("TestPass(x: T) -> (y: T) T:type;");
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
      return context -> context.set(0, context.input(0).retained());
    }
  }

  static final class TestLess extends FixtureOp {
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
}
