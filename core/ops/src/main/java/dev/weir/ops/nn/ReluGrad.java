package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * {@code z = gradients} where features are positive and 0 elsewhere, also at 0. Gradients that are
 * not finite are NaN there: they are multiplied by 0.
 */
final class ReluGrad extends SameShapeOp {
  ReluGrad() {
    super(
        "ReluGrad(gradients: T, features: T) -> (backprops: T) T:type in [float,"
            + " double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64];");
  }

  @Override
  protected double real(double gradient, double feature) {
    return feature > 0 ? gradient : gradient * 0;
  }

  @Override
  protected long integer(long gradient, long feature) {
    return feature > 0 ? gradient : 0;
  }

  @Override
  protected long unsigned(long gradient, long feature) {
    return feature != 0 ? gradient : 0;
  }

  @Override
  protected Output derivativeX(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.op("ReluGrad", dz, x);
  }

  @Override
  protected Output derivativeY(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.zerosLike(x);
  }
}
