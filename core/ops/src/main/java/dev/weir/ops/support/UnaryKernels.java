package dev.weir.ops.support;

import dev.weir.graph.kernel.ElementFunction;
import dev.weir.graph.kernel.ElementKernel;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;

/** Plain loops that apply a function to every element; output and input have the same shape. */
public final class UnaryKernels {
  private UnaryKernels() {}

  /** Real numbers, computed in double precision and rounded to the output's type. */
  public static Kernel real(DoubleUnaryOperator f) {
    return new ElementKernel(
        new ElementFunction.Real(f),
        context -> {
          Tensor x = context.input(0);
          Tensor y = context.forward(0, 0, x.shape());
          for (long i = 0; i < x.elements(); i++) {
            y.setDouble(i, f.applyAsDouble(x.getDouble(i)));
          }
        });
  }

  /** Integers; the result wraps to the output's type. */
  public static Kernel integer(LongUnaryOperator f) {
    return new ElementKernel(
        new ElementFunction.Whole(f),
        context -> {
          Tensor x = context.input(0);
          Tensor y = context.forward(0, 0, x.shape());
          for (long i = 0; i < x.elements(); i++) {
            y.setLong(i, f.applyAsLong(x.getLong(i)));
          }
        });
  }

  /** Complex numbers, computed in double precision. */
  public static Kernel complex(ComplexFunction.Unary f) {
    return new ElementKernel(
        ComplexFunction.elementFunction(f),
        context -> {
          Tensor x = context.input(0);
          Tensor y = context.forward(0, 0, x.shape());
          ComplexFunction.Result result = new ComplexFunction.Result();
          for (long i = 0; i < x.elements(); i++) {
            f.apply(x.getReal(i), x.getImaginary(i), result);
            y.setComplex(i, result.real, result.imaginary);
          }
        });
  }

  /** A test of every element; the output is bool. */
  public static Kernel test(ElementTest f) {
    return (KernelContext context) -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      for (long i = 0; i < x.elements(); i++) {
        y.setBoolean(i, f.test(x, i));
      }
    };
  }

  /** A test of element {@code i}. */
  @FunctionalInterface
  public interface ElementTest {
    boolean test(Tensor x, long i);
  }
}
