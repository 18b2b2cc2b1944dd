package dev.weir.ops.array.index;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** For each element how many of the sorted {@code boundaries} are not above it; all for NaN. */
final class Bucketize extends Op {
  Bucketize() {
    super(
        "Bucketize(input: T) -> (output: int32) T:type in [int32, int64, float, double];"
            + " boundaries:list(float);");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    float[] boundaries = context.attrs().floats("boundaries");
    for (int i = 1; i < boundaries.length; i++) {
      if (boundaries[i] < boundaries[i - 1]) {
        throw context.invalid("boundaries must be sorted, got %s", Arrays.toString(boundaries));
      }
    }
    return Shapes.likeInput(context);
  }

  @Override
  public String notDifferentiable() {
    return "its output is an integer";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    float[] boundaries = spec.attrs().floats("boundaries");
    boolean isDouble = spec.inputDtype(0) == DType.FLOAT64;
    return context -> {
      Tensor in = context.input(0);
      Tensor out = context.allocate(0, in.shape());
      for (long i = 0; i < in.elements(); i++) {
        double value = isDouble ? in.getDouble(i) : in.getFloat(i);
        int bucket = 0;
        while (bucket < boundaries.length && !(value < boundaries[bucket])) {
          bucket++;
        }
        out.setLong(i, bucket);
      }
    };
  }
}
