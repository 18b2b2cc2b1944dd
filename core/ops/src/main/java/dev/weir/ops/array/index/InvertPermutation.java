package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.Algebra;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The permutation that undoes another: {@code y[x[i]] = i}. */
final class InvertPermutation extends Op {
  InvertPermutation() {
    super("InvertPermutation(x: T) -> (y: T) T:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.requireRank(0, 1));
  }

  @Override
  public Algebra algebra() {
    return Algebra.INVOLUTION;
  }

  @Override
  public String notDifferentiable() {
    return "its input and output are positions";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      boolean[] seen = new boolean[Math.toIntExact(x.elements())];
      for (int i = 0; i < seen.length; i++) {
        long position = x.getLong(i);
        if (position < 0 || position >= seen.length || seen[(int) position]) {
          throw WeirException.invalidArgument(
              "x must name each position in [0, %d) once, x[%d] is %d", seen.length, i, position);
        }
        seen[(int) position] = true;
        y.setLong(position, i);
      }
    };
  }
}
