package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.ComplexMath;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import java.util.Arrays;

/**
 * {@code z = x + y}, broadcasting. Integers wrap, strings are joined: the older form of {@code
 * AddV2}.
 */
final class Add extends BinaryOp {
  Add() {
    super(
        "Add(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double, uint8,"
            + " int8, int16, int32, int64, complex64, complex128, string];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.ADDITION;
  }

  /** Not exact for floats: -0.0 + 0.0 is 0.0. */
  @Override
  public Algebra algebra() {
    return new Algebra(0.0, 0.0, false, false, false);
  }

  @Override
  protected double real(double x, double y) {
    return x + y;
  }

  @Override
  protected long integer(long x, long y) {
    return x + y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexMath.add(a, b, c, d, out);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return spec.inputDtype(0) == DType.STRING
        ? BinaryKernels.cells(
            (x, i, y, j, z, r) -> z.setBytes(r, joined(x.getBytes(i), y.getBytes(j))))
        : super.kernel(spec);
  }

  private static byte[] joined(byte[] x, byte[] y) {
    byte[] both = Arrays.copyOf(x, x.length + y.length);
    System.arraycopy(y, 0, both, x.length, y.length);
    return both;
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return dz;
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return dz;
  }
}
