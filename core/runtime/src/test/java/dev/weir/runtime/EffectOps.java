package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Ops that do more than compute: they call functions, exchange values, fail, or have effects. */
final class EffectOps {
  private EffectOps() {}

  static List<OpDefinition> all() {
    return List.of(
        new TestCall("TestCall", ""),
        new TestCall("TestStatefulCall", "stateful"),
        new TestSource(false),
        new TestSource(true),
        new TestStore(),
        new TestPut(),
        new TestTake(),
        new TestAbort());
  }

  /** The results of a function. */
  private static final class TestCall extends FixtureOp {
    TestCall(String name, String flag) {
      super(
          name
              + "(x: Tin...) -> (y: Tout...) Tin:list(type) >=0; Tout:list(type) >=0; f:func; "
              + flag);
    }

    @Override
    public NodeKind kind() {
      return NodeKind.BLOCKING;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      String name = context.attrs().function("f").name();
      GraphFunction function = context.function(name);
      if (function == null) {
        throw context.invalid("there is no function %s", name);
      }
      return Collections.nCopies(function.outputs().size(), Shape.unknown());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      String function = spec.attrs().function("f").name();
      return context -> {
        List<Tensor> arguments = new ArrayList<>();
        for (int i = 0; i < context.inputCount(); i++) {
          arguments.add(context.input(i));
        }
        List<Tensor> results = context.call(function, arguments);
        for (int i = 0; i < results.size(); i++) {
          context.set(i, results.get(i));
        }
      };
    }
  }

  /** Zeros from outside of the graph; reading them is an effect, or is none. */
  private static final class TestSource extends FixtureOp {
    private final boolean onlyReads;

    TestSource(boolean onlyReads) {
      super(
          (onlyReads ? "TestRead" : "TestDraw")
              + "(x: T) -> (y: float) T:type; shape:shape; stateful");
      this.onlyReads = onlyReads;
    }

    @Override
    public boolean onlyReads() {
      return onlyReads;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.attrs().shape("shape"));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      Shape shape = spec.attrs().shape("shape");
      return context -> context.allocate(0, shape);
    }
  }

  /** Its input, after an effect. */
  private static final class TestStore extends FixtureOp {
    TestStore() {
      super("TestStore(x: T) -> (y: T) T:type; stateful");
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

  /** Values on their way from {@code TestPut} to {@code TestTake}. */
  private static final class Mailbox {
    final LinkedBlockingQueue<long[]> values = new LinkedBlockingQueue<>();

    static Mailbox of(KernelContext context, KernelSpec spec) {
      return context
          .resources()
          .getOrCreate("", spec.attrs().string("box"), Mailbox.class, Mailbox::new);
    }
  }

  /** Puts a copy of its input into a mailbox of its device. */
  private static final class TestPut extends FixtureOp {
    TestPut() {
      super("TestPut(x: int64) -> () box:string; stateful");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of();
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        long[] copy = new long[Math.toIntExact(context.input(0).elements())];
        for (int i = 0; i < copy.length; i++) {
          copy[i] = context.input(0).getLong(i);
        }
        Mailbox.of(context, spec).values.add(copy);
      };
    }
  }

  /** Takes a vector out of a mailbox, and waits for one. */
  private static final class TestTake extends FixtureOp {
    TestTake() {
      super("TestTake() -> (y: int64) box:string; size:int; stateful");
    }

    @Override
    public NodeKind kind() {
      return NodeKind.BLOCKING;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.of(context.attrs().integer("size")));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        long[] taken = null;
        while (taken == null) {
          context.checkCancelled();
          taken = poll(Mailbox.of(context, spec));
        }
        Tensor y = context.allocate(0, Shape.of(taken.length));
        for (int i = 0; i < taken.length; i++) {
          y.setLong(i, taken[i]);
        }
      };
    }

    private static long[] poll(Mailbox box) {
      try {
        return box.values.poll(1, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new WeirException(ErrorCode.CANCELLED, "interrupted", e);
      }
    }
  }

  /** Fails with {@code ABORTED}. */
  private static final class TestAbort extends FixtureOp {
    TestAbort() {
      super("TestAbort() -> () message:string; stateful");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of();
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      String message = spec.attrs().string("message");
      return context -> {
        throw new WeirException(ErrorCode.ABORTED, message);
      };
    }
  }
}
