package dev.weir.runtime;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** Ops only tests need. */
public final class TestLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(new TestLess(), new Neg1());
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

  static final class Neg1 extends Op {
    Neg1() {
      super("Neg1(x: float) -> (y: float)");
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
}
