package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.Algebra;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpTraits;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Arithmetic: just enough for programs whose results a test can predict. */
final class NumberOps {
  private static final String NUMBERS = "T:type in [float, int32, int64];";

  private NumberOps() {}

  static List<OpDefinition> all() {
    return List.of(
        new Binary("TestAdd", "commutative", Double::sum, Long::sum),
        new Binary("TestSub", "", (a, b) -> a - b, (a, b) -> a - b),
        new Binary("TestMul", "commutative", (a, b) -> a * b, (a, b) -> a * b),
        new Unary("TestNeg", Algebra.INVOLUTION, x -> -x),
        new Unary("TestAbs", Algebra.IDEMPOTENT, Math::abs),
        new Unary("TestTanh", Algebra.NONE, Math::tanh),
        new TestIsNan(),
        new TestFinite(),
        new TestMatMul(),
        new TestTotal(),
        new TestRepeat());
  }

  /** Two operands; one may lack leading dimensions of the other. */
  private static final class Binary extends FixtureOp {
    private final DoubleBinaryOperator real;
    private final LongBinaryOperator integer;

    Binary(String name, String flag, DoubleBinaryOperator real, LongBinaryOperator integer) {
      super(name + "(x: T, y: T) -> (z: T) " + NUMBERS + " " + flag);
      this.real = real;
      this.integer = integer;
    }

    private boolean isAddition() {
      return signature().name().equals("TestAdd");
    }

    @Override
    public OpTraits traits() {
      return isAddition() ? OpTraits.ADDITION : OpTraits.ELEMENTWISE;
    }

    @Override
    public Algebra algebra() {
      return isAddition() ? new Algebra(0.0, 0.0, false, false, false) : Algebra.NONE;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      Shape x = context.input(0);
      Shape y = context.input(1);
      if (!x.hasRank() || !y.hasRank()) {
        return List.of(Shape.unknown());
      }
      Shape longer = x.rank() < y.rank() ? y : x;
      Shape shorter = x.rank() < y.rank() ? x : y;
      Shape shared = longer.slice(longer.rank() - shorter.rank(), longer.rank());
      if (!shared.isCompatibleWith(shorter)) {
        throw context.invalid(
            "Incompatible shapes: %s, %s", context.describe(0), context.describe(1));
      }
      return List.of(
          longer.slice(0, longer.rank() - shorter.rank()).concat(shared.mergeWith(shorter)));
    }

    @Override
    public @Nullable PartialValue partialValue(ShapeContext context, int output) {
      PartialValue x = context.partialValue(0);
      PartialValue y = context.partialValue(1);
      return x == null || y == null ? null : x.combine(y, integer);
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      boolean isReal = spec.inputDtype(0).isFloating();
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.input(1);
        int longer = x.shape().rank() < y.shape().rank() ? 1 : 0;
        Tensor z = context.forward(longer, 0, context.input(longer).shape());
        long sizeX = x.elements();
        long sizeY = y.elements();
        for (long i = 0; i < z.elements(); i++) {
          if (isReal) {
            z.setDouble(i, real.applyAsDouble(x.getDouble(i % sizeX), y.getDouble(i % sizeY)));
          } else {
            z.setLong(i, integer.applyAsLong(x.getLong(i % sizeX), y.getLong(i % sizeY)));
          }
        }
      };
    }
  }

  private static final class Unary extends FixtureOp {
    private final Algebra algebra;
    private final DoubleUnaryOperator function;

    Unary(String name, Algebra algebra, DoubleUnaryOperator function) {
      super(name + "(x: T) -> (y: T) " + NUMBERS);
      this.algebra = algebra;
      this.function = function;
    }

    @Override
    public OpTraits traits() {
      return OpTraits.ELEMENTWISE;
    }

    @Override
    public Algebra algebra() {
      return algebra;
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(context.input(0));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.forward(0, 0, x.shape());
        for (long i = 0; i < x.elements(); i++) {
          y.setDouble(i, function.applyAsDouble(x.getDouble(i)));
        }
      };
    }
  }

  /** Whether a scalar is not a number. */
  private static final class TestIsNan extends FixtureOp {
    TestIsNan() {
      super("TestIsNan(x: float) -> (y: bool)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> context.set(0, Tensors.scalar(Float.isNaN(context.input(0).getFloat(0))));
    }
  }

  /** Its input, a scalar; fails if that is not finite. */
  private static final class TestFinite extends FixtureOp {
    TestFinite() {
      super("TestFinite(x: float) -> (y: float)");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        if (!Float.isFinite(context.input(0).getFloat(0))) {
          throw WeirException.invalidArgument("not finite");
        }
        context.set(0, context.input(0).retained());
      };
    }
  }

  /** The product of two matrices; {@code flipped} tells two products of one pair apart. */
  private static final class TestMatMul extends FixtureOp {
    TestMatMul() {
      super("TestMatMul(a: float, b: float) -> (c: float) flipped:bool=false;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      Shape a = context.requireRank(0, 2);
      Shape b = context.requireRank(1, 2);
      return List.of(Shape.of(a.size(0), b.size(1)));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        Tensor a = context.input(0);
        Tensor b = context.input(1);
        long inner = a.shape().size(1);
        long columns = b.shape().size(1);
        Tensor c = context.allocate(0, Shape.of(a.shape().size(0), columns));
        for (long i = 0; i < c.elements(); i++) {
          double sum = 0;
          for (long k = 0; k < inner; k++) {
            sum += a.getDouble(i / columns * inner + k) * b.getDouble(k * columns + i % columns);
          }
          c.setDouble(i, sum);
        }
      };
    }
  }

  /** The sum of all elements of all inputs. */
  private static final class TestTotal extends FixtureOp {
    TestTotal() {
      super("TestTotal(x: N*T) -> (y: T) N:int >=1; T:type in [float];");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.scalar());
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      return context -> {
        double sum = 0;
        for (int i = 0; i < context.inputCount(); i++) {
          for (long k = 0; k < context.input(i).elements(); k++) {
            sum += context.input(i).getDouble(k);
          }
        }
        context.allocate(0, Shape.scalar()).setDouble(0, sum);
      };
    }
  }

  /** A vector several times in a row. */
  private static final class TestRepeat extends FixtureOp {
    TestRepeat() {
      super("TestRepeat(x: float) -> (y: float) times:int;");
    }

    @Override
    public List<Shape> inferShapes(ShapeContext context) {
      return List.of(Shape.of(Shape.UNKNOWN_SIZE));
    }

    @Override
    public Kernel kernel(KernelSpec spec) {
      long times = spec.attrs().integer("times");
      return context -> {
        Tensor x = context.input(0);
        Tensor y = context.allocate(0, Shape.of(times * x.elements()));
        for (long i = 0; i < times; i++) {
          y.copyFrom(x, 0, i * x.elements(), x.elements());
        }
      };
    }
  }
}
