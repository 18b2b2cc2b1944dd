package dev.weir.ops.math.logic;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code y} is the number of bits of x that are 1. */
final class PopulationCount extends Op {
  PopulationCount() {
    super(
        "PopulationCount(x: T) -> (y: uint8) T:type in [int8, int16, int32, int64,"
            + " uint8, uint16, uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    long mask = -1L >>> (64 - 8 * dtype.byteSize());
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      for (long i = 0; i < x.elements(); i++) {
        y.setLong(i, Long.bitCount(x.getLong(i) & mask));
      }
    };
  }

  @Override
  public String notDifferentiable() {
    return "its output is an integer";
  }
}
