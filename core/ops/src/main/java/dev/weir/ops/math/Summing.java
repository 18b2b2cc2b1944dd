package dev.weir.ops.math;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.OpTraits;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** The sum of any number of operands of one shape, element by element. */
abstract class Summing extends Op {
  Summing(String signature) {
    super(signature);
  }

  @Override
  public OpTraits traits() {
    return OpTraits.ADDITION;
  }

  /** What all inputs and {@code shape} have in common; fails if they differ. */
  static Shape commonShape(ShapeContext context, Shape shape) {
    Shape common = shape;
    for (int i = 0; i < context.inputCount(); i++) {
      if (!common.isCompatibleWith(context.input(i))) {
        throw context.invalid(
            "all inputs must have the same shape: %s, expected %s", context.describe(i), common);
      }
      common = common.mergeWith(context.input(i));
    }
    return common;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (dtype == DType.VARIANT) {
      throw WeirException.unimplemented("%s of variants is not supported", signature().name());
    }
    if (dtype.isComplex()) {
      return Summing::addComplex;
    }
    return dtype.isFloating() ? Summing::addReal : Summing::addInteger;
  }

  private static void addReal(KernelContext context) {
    Tensor sum = context.forward(0, 0, context.input(0).shape());
    for (long i = 0; i < sum.elements(); i++) {
      double total = 0;
      for (int n = 0; n < context.inputCount(); n++) {
        total += context.input(n).getDouble(i);
      }
      sum.setDouble(i, total);
    }
  }

  private static void addInteger(KernelContext context) {
    Tensor sum = context.forward(0, 0, context.input(0).shape());
    for (long i = 0; i < sum.elements(); i++) {
      long total = 0;
      for (int n = 0; n < context.inputCount(); n++) {
        total += context.input(n).getLong(i);
      }
      sum.setLong(i, total);
    }
  }

  private static void addComplex(KernelContext context) {
    Tensor sum = context.forward(0, 0, context.input(0).shape());
    for (long i = 0; i < sum.elements(); i++) {
      double real = 0;
      double imaginary = 0;
      for (int n = 0; n < context.inputCount(); n++) {
        real += context.input(n).getReal(i);
        imaginary += context.input(n).getImaginary(i);
      }
      sum.setComplex(i, real, imaginary);
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    for (int i = 0; i < context.node().inputs().size(); i++) {
      context.pass(0, i);
    }
  }
}
