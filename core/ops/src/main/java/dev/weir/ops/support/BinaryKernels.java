package dev.weir.ops.support;

import dev.weir.graph.kernel.ElementFunction;
import dev.weir.graph.kernel.ElementKernel;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Plain loops that combine two operands element by element, broadcasting them to one shape. */
public final class BinaryKernels {
  private BinaryKernels() {}

  /** Sets result {@code r} from elements {@code i} of x and {@code j} of y. */
  @FunctionalInterface
  public interface Cell {
    void compute(Tensor x, long i, Tensor y, long j, Tensor z, long r);
  }

  /** Whatever the cell function does. */
  public static Kernel cells(Cell cell) {
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.input(1);
      Broadcast broadcast = Broadcast.of(x.shape(), y.shape());
      Tensor z = result(context, broadcast.shape());
      broadcast.forEachRun(
          (r, i, iStep, j, jStep, count) -> {
            for (long n = 0; n < count; n++) {
              cell.compute(x, i + n * iStep, y, j + n * jStep, z, r + n);
            }
          });
    };
  }

  /** In place of an operand that already has the result's shape, where the runtime allows it. */
  private static Tensor result(KernelContext context, Shape shape) {
    return context.input(0).shape().equals(shape)
        ? context.forward(0, 0, shape)
        : context.forward(1, 0, shape);
  }

  /** Real numbers, computed in double precision and rounded to the output's type. */
  public static Kernel real(DoubleBinaryOperator f) {
    return new ElementKernel(
        new ElementFunction.RealPair(f),
        cells(
            (x, i, y, j, z, r) -> z.setDouble(r, f.applyAsDouble(x.getDouble(i), y.getDouble(j)))));
  }

  /** Integers; the result wraps to the output's type. */
  public static Kernel integer(LongBinaryOperator f) {
    return new ElementKernel(
        new ElementFunction.WholePair(f),
        cells((x, i, y, j, z, r) -> z.setLong(r, f.applyAsLong(x.getLong(i), y.getLong(j)))));
  }

  /** Complex numbers, computed in double precision. */
  public static Kernel complex(ComplexFunction.Binary f) {
    return new ElementKernel(
        ComplexFunction.elementFunction(f),
        cells(
            (x, i, y, j, z, r) -> {
              ComplexFunction.Result result = new ComplexFunction.Result();
              f.apply(x.getReal(i), x.getImaginary(i), y.getReal(j), y.getImaginary(j), result);
              z.setComplex(r, result.real, result.imaginary);
            }));
  }

  /** A test of two elements. */
  @FunctionalInterface
  public interface PairTest {
    boolean test(Tensor x, long i, Tensor y, long j);
  }

  /** A comparison; the output is bool. */
  public static Kernel test(PairTest f) {
    return cells((x, i, y, j, z, r) -> z.setBoolean(r, f.test(x, i, y, j)));
  }
}
