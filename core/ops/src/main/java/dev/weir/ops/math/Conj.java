package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code output} is the complex conjugate of input. */
final class Conj extends UnaryOp {
  Conj() {
    super(
        "Conj(input: T) -> (output: T) T:type=complex64 in [complex64, complex128," + " variant];");
  }

  @Override
  public Algebra algebra() {
    return Algebra.INVOLUTION;
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    out.set(a, -b);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.conj(dy);
  }
}
