package dev.weir.runtime;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpTraits;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ops about shapes, and ops with several inputs or outputs. */
final class ShapeOps {
  private ShapeOps() {}

  static List<OpDefinition> all() {
    return List.of(
        new TestShape(),
        new TestElements(),
        new TestPair(),
        new TestFilled(),
        new TestTuple(),
        new TestParts(),
        new TestConvert());
  }

  /** The sizes of its input. */
  private static final class TestShape extends FixtureOp {
    TestShape() {
      super("TestShape(x: T) -> (sizes: int32) T:type;");
    }

    @Override
    public OpTraits traits() {
      return OpTraits.SHAPE_ONLY;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      Shape x = context.input(0);
      return List.of(Shape.of(x.hasRank() ? x.rank() : Shape.UNKNOWN_SIZE));
    }

    @Override
    public @Nullable PartialValue partialValue(ShapeContext context, int output) {
      return PartialValue.sizes(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Shape x = context.input(0).shape();
        Tensor sizes = context.allocate(0, Shape.of(x.rank()));
        for (int i = 0; i < x.rank(); i++) {
          sizes.setLong(i, x.size(i));
        }
      };
    }
  }

  /** How many elements its input has. */
  private static final class TestElements extends FixtureOp {
    TestElements() {
      super("TestElements(x: T) -> (count: int32) T:type;");
    }

    @Override
    public OpTraits traits() {
      return OpTraits.SHAPE_ONLY;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public @Nullable PartialValue partialValue(ShapeContext context, int output) {
      Shape x = context.input(0);
      return x.isFullyKnown() ? PartialValue.scalar(x.elements()) : null;
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> context.allocate(0, Shape.scalar()).setLong(0, context.input(0).elements());
    }
  }

  /** A vector of two numbers. */
  private static final class TestPair extends FixtureOp {
    TestPair() {
      super("TestPair(x: int32, y: int32) -> (both: int32)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      context.requireScalar(0);
      context.requireScalar(1);
      return List.of(Shape.of(2));
    }

    @Override
    public @Nullable PartialValue partialValue(ShapeContext context, int output) {
      PartialValue x = context.partialValue(0);
      PartialValue y = context.partialValue(1);
      return x == null || y == null ? null : x.asVector().concat(y.asVector());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Tensor both = context.allocate(0, Shape.of(2));
        both.setLong(0, context.input(0).getLong(0));
        both.setLong(1, context.input(1).getLong(0));
      };
    }
  }

  /** Zeros of a shape. */
  private static final class TestFilled extends FixtureOp {
    TestFilled() {
      super("TestFilled(sizes: int32) -> (zeros: float)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.shapeValue(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Tensor zeros = context.allocate(0, ShapeContext.shapeIn(context.input(0)));
        for (long i = 0; i < zeros.elements(); i++) {
          zeros.setFloat(i, 0);
        }
      };
    }
  }

  /** Its inputs. */
  private static final class TestTuple extends FixtureOp {
    TestTuple() {
      super("TestTuple(x: T...) -> (y: T...) T:list(type) >=1;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      List<Shape> shapes = new ArrayList<>();
      for (int i = 0; i < context.inputCount(); i++) {
        shapes.add(context.input(i));
      }
      return shapes;
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        for (int i = 0; i < context.inputCount(); i++) {
          context.set(i, context.input(i).retained());
        }
      };
    }
  }

  /** A vector in equal parts. */
  private static final class TestParts extends FixtureOp {
    TestParts() {
      super("TestParts(x: float) -> (parts: N*float) N:int >=1;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      long parts = context.attrs().integer("N");
      Shape part = Shape.of(context.requireRank(0, 1).size(0) / parts);
      return Collections.nCopies((int) parts, part);
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Tensor x = context.input(0);
        long size = x.elements() / context.outputCount();
        for (int i = 0; i < context.outputCount(); i++) {
          context.allocate(i, Shape.of(size)).copyFrom(x, i * size, 0, size);
        }
      };
    }
  }

  /** Its input as numbers of another type. */
  private static final class TestConvert extends FixtureOp {
    TestConvert() {
      super("TestConvert(x: S) -> (y: T) S:type; T:type;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.allocate(0, x.shape());
        for (long i = 0; i < x.elements(); i++) {
          y.setDouble(i, x.getDouble(i));
        }
      };
    }
  }
}
