package dev.weir.ops.nn;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * The {@code k} greatest elements along the last dimension, greatest first, and their positions;
 * {@code k} is an input.
 */
final class TopKV2 extends TopElements {
  TopKV2() {
    super(
        "TopKV2(input: T, k: Tk) -> (values: T, indices: index_type) sorted:bool=true; T:type in"
            + " [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64]; Tk:type=int32 in [int16, int32, int64]; index_type:type=int32 in [int16,"
            + " int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return shapes(context, SizeInputs.ofScalar(context, 1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> pick(context, context.input(1).getLong(0));
  }
}
