package dev.weir.ops.nn;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * The {@code k} greatest elements along the last dimension, greatest first, and their positions.
 */
final class TopK extends TopElements {
  TopK() {
    super(
        "TopK(input: T) -> (values: T, indices: int32) k:int >=0; sorted:bool=true; T:type in"
            + " [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return shapes(context, context.attrs().integer("k"));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long k = spec.attrs().integer("k");
    return context -> pick(context, k);
  }
}
